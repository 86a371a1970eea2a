/**
 * Consecutive values of a map at one time. Results that readers compute from all of them can be cached here: a map
 * returns the same run as long as none of its values changes.
 */
export class Run<V> {
  readonly values: readonly V[];
  readonly #made: WeakMap<object, WeakRef<object>> | undefined;

  /** `isPassing`: the run will not be returned again, so it caches nothing. */
  constructor(values: readonly V[], { isPassing = false }: { isPassing?: boolean } = {}) {
    this.values = values;
    this.#made = isPassing ? undefined : new WeakMap();
  }

  /** The cached result of the same maker, unless it has been garbage collected. */
  known<Made extends object>(maker: RunMaker<Made>): Made | undefined {
    return this.#made?.get(maker)?.deref() as Made | undefined;
  }

  keep<Made extends object>(maker: RunMaker<Made>, made: Made): Made {
    this.#made?.set(maker, new WeakRef(made));
    return made;
  }
}

/** Computes something from runs. */
interface RunMaker<Made extends object> {
  of(run: never): Made | Promise<Made>;
}
