import { LIST_CREATION_COST, MAP_CREATION_COST, OBJECT_CREATION_COST } from '../cost/estimates.js';
import { CelFailure, noSuchOverload } from '../failure.js';
import { EntryMap } from '../maps.js';
import type {
  Call,
  Comprehension,
  Expr,
  ListLiteral,
  MapLiteral,
  ObjectLiteral,
  Reference,
  Select,
} from '../syntax/ast.js';
import type { ObjectType } from '../types.js';
import { CelOptional, type CelValue } from '../values.js';
import { callCode } from './calls.js';
import { constantMembershipCode, equalityCode, intRelationCode } from './comparisons.js';
import { folded } from './folding.js';
import type { Code, Compiled } from './frame.js';
import { indexCode, optionalIndexCode } from './indexing.js';
import { conditionalCode, logicalCode, notCode, notStrictlyFalseCode } from './logic.js';
import {
  collectCode,
  existsOneCode,
  foldCode,
  type LoopRange,
  quantifierCode,
  transformMapCode,
  transformMapEntryCode,
} from './loops.js';
import { ConstructedObject } from './object-literal.js';
import { constantPatternCode } from './patterns.js';
import { optionalField, presenceCode, selectCode } from './select.js';

export interface Compilation {
  readonly code: Code;
  /** The variables that the expression uses. */
  readonly variables: readonly { readonly name: string; readonly slot: number }[];
  readonly slotCount: number;
}

/** Turns a checked expression into closures over slots. */
export function compile(expression: Expr): Compilation {
  const compiler = new Compiler();
  const { code } = compiler.compile(expression);
  return { code, variables: [...compiler.variables.values()], slotCount: compiler.slotCount };
}

class Compiler {
  readonly variables = new Map<string, Compilation['variables'][number]>();
  readonly #locals: { readonly name: string; readonly slot: number }[] = [];
  slotCount = 0;

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
        return this.#list(node);
      case 'map':
        return this.#map(node);
      case 'object':
        return { code: this.#object(node) };
      case 'comprehension':
        return { code: this.#comprehension(node) };
    }
  }

  #code(node: Expr): Code {
    return this.compile(node).code;
  }

  // ---- names and fields

  #reference(reference: Reference): Code {
    const { name } = reference;
    if (reference.kind === 'constant') return constantCode(reference.value).code;
    if (reference.kind === 'local') {
      const { slot } = this.#locals.findLast((local) => local.name === name)!;
      return (frame) => {
        frame.cost += 1;
        return frame.slots[slot]!;
      };
    }
    const slot = this.#variableSlot(name);
    return (frame) => {
      frame.cost += 1;
      const value = frame.slots[slot];
      if (value === undefined) throw new CelFailure(`no such attribute(s): ${name}`);
      return value;
    };
  }

  #variableSlot(name: string): number {
    let variable = this.variables.get(name);
    if (!variable) {
      variable = { name, slot: this.slotCount++ };
      this.variables.set(name, variable);
    }
    return variable.slot;
  }

  #select(node: Select): Code {
    if (node.reference) return this.#reference(node.reference);
    const operand = this.#code(node.operand);
    return node.testOnly ? presenceCode(operand, node.field) : selectCode(operand, node.field);
  }

  // ---- calls

  #call(node: Call): Compiled {
    const special = this.#specialCall(node);
    if (special) return { code: special };
    const operands = node.target && !node.qualifiedName ? [node.target, ...node.args] : node.args;
    const compiled = operands.map((operand) => this.compile(operand));
    return folded(node, compiled) ?? { code: this.#plainCall(node, operands, compiled) };
  }

  #plainCall(node: Call, operands: readonly Expr[], compiled: readonly Compiled[]): Code {
    const codes = compiled.map(({ code }) => code);
    const types = operands.map((operand) => operand.type!);
    switch (node.qualifiedName ?? node.name) {
      case '_==_':
        return equalityCode(true, codes as [Code, Code], types);
      case '_!=_':
        return equalityCode(false, codes as [Code, Code], types);
      case '_[_]':
        return indexCode(codes[0]!, codes[1]!);
      case '_[?_]':
        return optionalIndexCode(codes[0]!, codes[1]!);
      case '@in': {
        const list = compiled[1]!.constant;
        const membership = list !== undefined && constantMembershipCode(codes[0]!, list);
        return membership || callCode(node.overloads!, codes, types);
      }
      case 'matches': {
        const pattern = compiled[1]!.constant;
        const certain = types[0]!.kind === 'string' && typeof pattern === 'string';
        return (certain && constantPatternCode(codes[0]!, pattern)) || callCode(node.overloads!, codes, types);
      }
      default:
        return intRelationCode(node.overloads!, codes, types) ?? callCode(node.overloads!, codes, types);
    }
  }

  /** Calls that do not evaluate every operand first. */
  #specialCall(node: Call): Code | undefined {
    const code = (index: number): Code => this.#code(node.args[index]!);
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
        return this.#optionalSelect(node);
      case 'optional_or_optional':
        return alternativeCode(this.#code(node.target!), code(0), (optional) => optional);
      case 'optional_orValue_value':
        return alternativeCode(this.#code(node.target!), code(0), (optional) => optional.value);
      case 'optMap':
      case 'optFlatMap':
        return this.#optionalMap(node);
      default:
        return undefined;
    }
  }

  #optionalSelect(node: Call): Code {
    const operand = this.#code(node.args[0]!);
    const field = (node.args[1] as Extract<Expr, { kind: 'literal' }>).value as string;
    return (frame) => {
      frame.cost += 1;
      return optionalField(operand(frame), field);
    };
  }

  /**
   * `target.optMap(x, f)` stands for `target.hasValue() ? optional.of(f with x = target.value()) : optional.none()`. The
   * target is evaluated once.
   */
  #optionalMap(node: Call): Code {
    const wraps = node.macro === 'optMap';
    const target = this.#code((node.args[0] as Call).target!);
    const binding = (wraps ? (node.args[1] as Call).args[0] : node.args[1]) as Comprehension;
    const slot = this.slotCount++;
    const mapped = this.#within([{ name: binding.accumulator, slot }], () => this.#code(binding.result));
    return (frame) => {
      const optional = target(frame);
      frame.cost += LIST_CREATION_COST + 2;
      if (!(optional instanceof CelOptional)) throw noSuchOverload();
      if (!optional.hasValue) return optional;
      frame.slots[slot] = optional.value;
      const value = mapped(frame);
      return wraps ? CelOptional.of(value) : value;
    };
  }

  // ---- literals

  #list(node: ListLiteral): Compiled {
    const elements = node.elements.map((element) => this.compile(element));
    if (node.optionals.size === 0 && elements.every((element) => element.constant !== undefined)) {
      return constantCode(Object.freeze(elements.map((element) => element.constant!)));
    }
    const codes = elements.map((element) => element.code);
    const { optionals } = node;
    return {
      code: (frame) => {
        frame.cost += LIST_CREATION_COST;
        const list: CelValue[] = [];
        for (let index = 0; index < codes.length; index++) {
          const value = codes[index]!(frame);
          const present = optionals.has(index) ? unwrap(value) : value;
          if (present !== undefined) list.push(present);
        }
        return list;
      },
    };
  }

  #map(node: MapLiteral): Compiled {
    const entries = node.entries.map(({ key, value, optional }) => ({
      key: this.#code(key),
      value: this.#code(value),
      optional,
    }));
    return {
      code: (frame) => {
        frame.cost += MAP_CREATION_COST;
        const map = new EntryMap();
        for (const { key, value, optional } of entries) {
          const [entryKey, entryValue] = [key(frame), value(frame)];
          const present = optional ? unwrap(entryValue) : entryValue;
          if (present !== undefined) map.add(entryKey, present);
        }
        return map;
      },
    };
  }

  #object(node: ObjectLiteral): Code {
    const type = node.type as ObjectType;
    const fields = node.fields.map(({ name, value, optional }) => ({ name, value: this.#code(value), optional }));
    return (frame) => {
      frame.cost += OBJECT_CREATION_COST;
      const values = new Map<string, CelValue>();
      for (const { name, value, optional } of fields) {
        const fieldValue = value(frame);
        const present = optional ? unwrap(fieldValue) : fieldValue;
        if (present !== undefined) values.set(name, present);
      }
      return new ConstructedObject(type, values);
    };
  }

  // ---- comprehensions

  #comprehension(node: Comprehension): Code {
    const range = this.#code(node.range);
    const slot = this.slotCount++;
    const slot2 = node.variable2 === undefined ? undefined : this.slotCount++;
    const variables = [{ name: node.variable, slot }];
    if (slot2 !== undefined) variables.push({ name: node.variable2!, slot: slot2 });
    const inLoop = (body: Expr): Code => this.#within(variables, () => this.#code(body));
    return this.#loop(node, { range, slot, slot2 }, inLoop) ?? this.#fold(node, { range, slot, slot2 }, inLoop);
  }

  /** What the macro means, without going through the accumulator that its expansion uses. */
  #loop(node: Comprehension, range: LoopRange, inLoop: (body: Expr) => Code): Code | undefined {
    const step = node.step as Call;
    switch (node.macro) {
      case 'all':
        return quantifierCode(false, range, inLoop(step.args[1]!));
      case 'exists':
        return quantifierCode(true, range, inLoop(step.args[1]!));
      case 'existsOne':
        return existsOneCode(range, inLoop(step.args[0]!));
      case 'collect':
        return collectCode(range, inLoop(appended(step)));
      case 'collectFiltered':
        return collectCode(range, inLoop(appended(step.args[1] as Call)), inLoop(step.args[0]!));
      case 'transformMap':
        return transformMapCode(range, inLoop(step.args[2]!));
      case 'transformMapFiltered':
        return transformMapCode(range, inLoop((step.args[1] as Call).args[2]!), inLoop(step.args[0]!));
      case 'transformMapEntry':
        return transformMapEntryCode(range, inLoop(step.args[1]!));
      case 'transformMapEntryFiltered':
        return transformMapEntryCode(range, inLoop((step.args[1] as Call).args[1]!), inLoop(step.args[0]!));
      default:
        return undefined;
    }
  }

  #fold(node: Comprehension, range: LoopRange, inLoop: (body: Expr) => Code): Code {
    const initial = this.#code(node.initial);
    const slot = this.slotCount++;
    return this.#within([{ name: node.accumulator, slot }], () =>
      foldCode(range, {
        slot,
        initial,
        condition: inLoop(node.condition),
        step: inLoop(node.step),
        result: this.#code(node.result),
      }),
    );
  }

  #within<T>(locals: readonly { readonly name: string; readonly slot: number }[], body: () => T): T {
    this.#locals.push(...locals);
    const result = body();
    this.#locals.length -= locals.length;
    return result;
  }
}

function constantCode(value: CelValue): Compiled {
  return { code: () => value, constant: value };
}

/** The item of `accumulator + [item]`. */
function appended(step: Call): Expr {
  return (step.args[1] as ListLiteral).elements[0]!;
}

/** What is inside of an optional, or undefined. */
function unwrap(value: CelValue): CelValue | undefined {
  if (!(value instanceof CelOptional)) throw noSuchOverload();
  return value.hasValue ? value.value : undefined;
}

/** The first where it has a value, else the second, which is only evaluated then. */
function alternativeCode(first: Code, second: Code, take: (optional: CelOptional) => CelValue): Code {
  return (frame) => {
    const optional = first(frame);
    frame.cost += 1;
    if (!(optional instanceof CelOptional)) throw noSuchOverload();
    return optional.hasValue ? take(optional) : second(frame);
  };
}
