// Follows vendor/github.com/google/cel-go/interpreter/planner.go (v1.36)
// Follows vendor/github.com/google/cel-go/interpreter/interpretable.go (v1.36)
// Follows vendor/github.com/google/cel-go/interpreter/runtimecost.go (v1.36)

import { CelFailure } from '../failure.js';
import type { Call, Expr, Reference, Select } from '../syntax/ast.js';
import { callCode } from './calls.js';
import { constantMembershipCode, equalityCode, intRelationCode } from './comparisons.js';
import { comprehensionCode } from './comprehensions.js';
import type { CompilerContext, Local } from './context.js';
import { folded } from './folding.js';
import type { Code, Compiled } from './frame.js';
import { indexCode, optionalIndexCode } from './indexing.js';
import { constantCode, listCode, mapCode, objectCode } from './literals.js';
import { conditionalCode, logicalCode, notCode, notStrictlyFalseCode } from './logic.js';
import { alternativeCode, optionalMapCode, optionalSelectCode } from './optionals.js';
import { constantPatternCode } from './patterns.js';
import { presenceCode, selectCode } from './select.js';

export interface Compilation {
  readonly code: Code;
  /** The variables that the expression uses. */
  readonly variables: readonly Local[];
  readonly slotCount: number;
  /** An error that every evaluation would have; upstream rejects such an expression. */
  readonly fault: string | undefined;
}

/** Compiles a checked expression into closures over slots. */
export function compile(expression: Expr): Compilation {
  const compiler = new Compiler();
  const code = compiler.code(expression);
  const { slotCount, fault } = compiler;
  return { code, variables: [...compiler.variables.values()], slotCount, fault };
}

class Compiler implements CompilerContext {
  readonly variables = new Map<string, Local>();
  readonly #locals: Local[] = [];
  slotCount = 0;
  fault: string | undefined;

  compile(node: Expr): Compiled {
    switch (node.kind) {
      case 'literal':
        return constantCode(node.value);
      case 'ident':
        return { code: this.#reference(node.reference!) };
      case 'select':
        return { code: this.#select(node) };
      case 'call':
        return this.#call(node);
      case 'list':
        return listCode(this, node);
      case 'map':
        return { code: mapCode(this, node) };
      case 'object':
        return { code: objectCode(this, node) };
      case 'comprehension':
        return { code: comprehensionCode(this, node) };
    }
  }

  code(node: Expr): Code {
    return this.compile(node).code;
  }

  newSlot(): number {
    return this.slotCount++;
  }

  within<T>(locals: readonly Local[], body: () => T): T {
    this.#locals.push(...locals);
    const result = body();
    this.#locals.length -= locals.length;
    return result;
  }

  #reference(reference: Reference): Code {
    const { name } = reference;
    if (reference.kind === 'constant') return constantCode(reference.value).code;
    if (reference.kind === 'variable') return variableCode(name, this.#variableSlot(name));
    const { slot } = this.#locals.findLast((local) => local.name === name)!;
    return (frame) => {
      frame.cost += 1;
      return frame.slots[slot]!;
    };
  }

  #variableSlot(name: string): number {
    let variable = this.variables.get(name);
    if (!variable) {
      variable = { name, slot: this.newSlot() };
      this.variables.set(name, variable);
    }
    return variable.slot;
  }

  #select(node: Select): Code {
    if (node.reference) return this.#reference(node.reference);
    const operand = this.code(node.operand);
    return node.testOnly ? presenceCode(operand, node.field) : selectCode(operand, node.field);
  }

  #call(node: Call): Compiled {
    const special = this.#specialCall(node);
    if (special) return { code: special };
    const operands = node.target && !node.qualifiedName ? [node.target, ...node.args] : node.args;
    const compiled = operands.map((operand) => this.compile(operand));
    const onFault = (message: string): void => {
      this.fault ??= message;
    };
    return folded(node, compiled, onFault) ?? { code: plainCall(node, operands, compiled) };
  }

  /** Calls that do not evaluate all operands first. */
  #specialCall(node: Call): Code | undefined {
    const code = (index: number): Code => this.code(node.args[index]!);
    switch (node.macro ?? node.overloads?.[0]?.id) {
      case 'logical_and':
        return logicalCode(false, code(0), code(1));
      case 'logical_or':
        return logicalCode(true, code(0), code(1));
      case 'logical_not':
        return notCode(code(0));
      case 'not_strictly_false':
        return notStrictlyFalseCode(code(0));
      case 'conditional':
        return conditionalCode(code(0), code(1), code(2));
      case 'select_optional_field':
        return optionalSelectCode(this, node);
      case 'optional_or_optional':
        return alternativeCode(this.code(node.target!), code(0), (optional) => optional);
      case 'optional_orValue_value':
        return alternativeCode(this.code(node.target!), code(0), (optional) => optional.value);
      case 'optMap':
      case 'optFlatMap':
        return optionalMapCode(this, node);
      default:
        return undefined;
    }
  }
}

function variableCode(name: string, slot: number): Code {
  return (frame) => {
    frame.cost += 1;
    const value = frame.slots[slot];
    if (value === undefined) throw new CelFailure(`no such attribute(s): ${name}`);
    return value;
  };
}

function plainCall(node: Call, operands: readonly Expr[], compiled: readonly Compiled[]): Code {
  const codes = compiled.map(({ code }) => code);
  const types = operands.map((operand) => operand.type!);
  const overloads = node.overloads!;
  switch (node.qualifiedName ?? node.name) {
    case '_==_':
      return equalityCode(true, codes as [Code, Code], types);
    case '_!=_':
      return equalityCode(false, codes as [Code, Code], types);
    case '_[_]':
      return indexCode(codes[0]!, codes[1]!);
    case '_[?_]':
      return optionalIndexCode(codes[0]!, codes[1]!);
    case '@in':
      return constantMembershipCode(codes[0]!, compiled[1]!.constant) ?? callCode(overloads, codes, types);
    case 'matches': {
      const pattern = types[0]!.kind === 'string' ? compiled[1]!.constant : undefined;
      return constantPatternCode(codes[0]!, pattern) ?? callCode(overloads, codes, types);
    }
    default:
      return intRelationCode(overloads, codes, types) ?? callCode(overloads, codes, types);
  }
}
