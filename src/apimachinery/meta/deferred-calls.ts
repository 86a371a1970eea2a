/** Recursion depth after which a function must defer: well below the stack limit, whatever its frames hold. */
export const maxRecursion = 250;

/**
 * Lets a function that recurses into the parts of a value handle values of any depth. At a depth of `maxRecursion` it
 * calls `resultOf` for the part. The first time there is no result: the part is recorded, and a placeholder is
 * returned. When the outermost call returns, `finish` calls the function again for the recorded parts, with an empty
 * stack, and then for what contains them. So everything is visited at most twice, and shallow values cost nothing
 * extra.
 */
export class DeferredCalls<Arguments extends readonly unknown[], Result> {
  readonly #results = new Map<unknown, unknown>();
  #noted: Arguments[] = [];

  /** Returns the result of a call that is too deep; the placeholder until it is known. */
  resultOf(parts: Arguments, placeholder: Result): Result {
    const known = this.#find(parts);
    if (known !== undefined) return known.result;
    this.#noted.push(parts);
    return placeholder;
  }

  /**
   * Returns the result of the outermost call, which was made once. `call` must be deterministic and must not modify its
   * arguments.
   */
  finish(outermost: Arguments, call: (parts: Arguments) => Result): Result {
    const open = [outermost];
    this.#take(open);
    for (;;) {
      const parts = open.at(-1)!;
      if (this.#find(parts) === undefined) {
        const result = call(parts);
        if (this.#noted.length > 0) {
          this.#take(open);
          continue;
        }
        if (open.length === 1) return result;
        this.#remember(parts, result);
      }
      open.pop();
    }
  }

  #take(open: Arguments[]): void {
    for (const parts of this.#noted) open.push(parts);
    this.#noted = [];
  }

  #find(parts: Arguments): { readonly result: Result } | undefined {
    let found: unknown = this.#results;
    for (const part of parts) found = (found as Map<unknown, unknown> | undefined)?.get(part);
    return found as { readonly result: Result } | undefined;
  }

  #remember(parts: Arguments, result: Result): void {
    let at = this.#results;
    for (const part of parts.slice(0, -1)) {
      let next = at.get(part) as Map<unknown, unknown> | undefined;
      next ??= new Map();
      at.set(part, next);
      at = next;
    }
    at.set(parts.at(-1), { result });
  }
}

type AtMostThree = readonly [unknown?, unknown?, unknown?];

/**
 * Wraps a synchronous function, which must recurse through the returned function, for values of any depth. Arguments
 * are passed one by one: gathering them would cost more than most calls.
 */
export function withDeferredCalls<Arguments extends AtMostThree, Result>(
  call: (...parts: Arguments) => Result,
  placeholder: (...parts: Arguments) => Result,
): (...parts: Arguments) => Result {
  type Call = (one?: unknown, two?: unknown, three?: unknown) => Result;
  // Of the three parameters a function has as many as it takes; those that it does not have are undefined all along.
  const [callParts, standInFor] = [call as unknown as Call, placeholder as unknown as Call];
  let depth = 0;
  let deferred: DeferredCalls<AtMostThree, Result> | undefined;
  const outermost: Call = (one, two, three) => {
    try {
      depth = 1;
      const result = callParts(one, two, three);
      return deferred === undefined ? result : deferred.finish([one, two, three], (parts) => callParts(...parts));
    } finally {
      depth = 0;
      deferred = undefined;
    }
  };
  const deferring: Call = (one, two, three) => {
    if (depth === 0) return outermost(one, two, three);
    if (depth === maxRecursion) {
      deferred ??= new DeferredCalls();
      return deferred.resultOf([one, two, three], standInFor(one, two, three));
    }
    depth++;
    const result = callParts(one, two, three);
    depth--;
    return result;
  };
  return deferring as unknown as (...parts: Arguments) => Result;
}
