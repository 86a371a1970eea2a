import type { Expr } from '../syntax/ast.js';
import type { Code, Compiled } from './frame.js';

/** A comprehension variable and the slot of its value. */
export interface Local {
  readonly name: string;
  readonly slot: number;
}

/** What the parts of the compiler need from it. */
export interface CompilerContext {
  compile(node: Expr): Compiled;
  code(node: Expr): Code;
  newSlot(): number;
  /** Runs `body` with these variables in scope. */
  within<T>(locals: readonly Local[], body: () => T): T;
}
