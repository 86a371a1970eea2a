/**
 * Values that are neighbours in a map, as they were once. What readers make of all of them together can be kept here: a
 * map hands out the same run for as long as none of its values changes.
 */
export class Run<V> {
  readonly values: readonly V[];
  readonly #made: WeakMap<object, WeakRef<object>> | undefined;

  /** Nobody will see a passing one again, so that it keeps nothing. */
  constructor(values: readonly V[], { isPassing = false }: { isPassing?: boolean } = {}) {
    this.values = values;
    this.#made = isPassing ? undefined : new WeakMap();
  }

  /** What was kept for the same maker, if nobody has needed the memory since. */
  known<Made extends object>(maker: RunMaker<Made>): Made | undefined {
    return this.#made?.get(maker)?.deref() as Made | undefined;
  }

  keep<Made extends object>(maker: RunMaker<Made>, made: Made): Made {
    this.#made?.set(maker, new WeakRef(made));
    return made;
  }
}

/** Somebody who makes something of runs. */
export interface RunMaker<Made extends object> {
  of(run: never): Made | Promise<Made>;
}
