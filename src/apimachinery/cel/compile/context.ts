import type { Expr } from '../syntax/ast.js';
import type { Code, Compiled } from './frame.js';

/** A variable of a comprehension and where its value is while the code runs. */
export interface Local {
  readonly name: string;
  readonly slot: number;
}

/** What the parts of the compiler ask of it. */
export interface CompilerContext {
  compile(node: Expr): Compiled;
  code(node: Expr): Code;
  newSlot(): number;
  /** Runs `body` with these variables in sight. */
  within<T>(locals: readonly Local[], body: () => T): T;
}
