/** How deeply a function may call itself before it must defer: far from the end of the stack, whatever its frames hold. */
export const maxRecursion = 250;

/**
 * Lets a function that calls itself for the parts of a value go as deep as the value is. Where it has called itself
 * `maxRecursion` times it asks here for the result of the part. The first time there is none: the part is noted, and a
 * stand-in given. When the outermost call returns, `finish` calls the function anew for what was noted, with the whole
 * stack before it, and then again for what contains it. So everything is walked twice at most, and values that are not
 * deep pay nothing.
 */
export class DeferredCalls<Arguments extends readonly unknown[], Result> {
  readonly #results = new Map<unknown, unknown>();
  #noted: Arguments[] = [];

  /** The result of a call that goes too deep; the stand-in as long as it is not known. */
  resultOf(parts: Arguments, standIn: Result): Result {
    const known = this.#find(parts);
    if (known !== undefined) return known.result;
    this.#noted.push(parts);
    return standIn;
  }

  /** The result of the outermost call, which was made once. It must be deterministic, and must not change its arguments. */
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

/** The function, which calls itself by what is returned here, for values of any depth. It must not wait for anything. */
export function withDeferredCalls<Arguments extends readonly unknown[], Result>(
  call: (...parts: Arguments) => Result,
  standIn: (...parts: Arguments) => Result,
): (...parts: Arguments) => Result {
  let depth = 0;
  let deferred: DeferredCalls<Arguments, Result> | undefined;
  return (...parts) => {
    if (depth === maxRecursion) {
      deferred ??= new DeferredCalls();
      return deferred.resultOf(parts, standIn(...parts));
    }
    depth++;
    try {
      const result = call(...parts);
      if (depth > 1 || deferred === undefined) return result;
      return deferred.finish(parts, (deep) => call(...deep));
    } finally {
      depth--;
      if (depth === 0) deferred = undefined;
    }
  };
}
