import type { CompiledExpression } from './program.js';

/** A program takes several kilobytes of memory. */
const MAX_PROGRAMS = 250;

/** An LRU cache of compiled expressions by source. */
export class ProgramCache {
  readonly #programs = new Map<string, CompiledExpression>();

  get(source: string, compile: () => CompiledExpression): CompiledExpression {
    const known = this.#programs.get(source);
    const program = known ?? compile();
    if (known) this.#programs.delete(source);
    else if (this.#programs.size >= MAX_PROGRAMS) this.#programs.delete(this.#programs.keys().next().value!);
    this.#programs.set(source, program);
    return program;
  }
}
