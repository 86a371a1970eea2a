// Follows vendor/github.com/google/cel-go/checker/cost.go (v1.36)

import type { DeclaredType } from '../schema/declared-type.js';
import type { Call, Comprehension, Expr, Ident, ListLiteral, MapLiteral, Overload, Select } from '../syntax/ast.js';
import { ACCUMULATOR } from '../syntax/macros.js';
import { codePointCount } from '../text.js';
import type { CelType } from '../types.js';
import { isOptionalType } from '../values.js';
import {
  type CallSite,
  type CostEstimate,
  fixed,
  LIST_CREATION_COST,
  MAP_CREATION_COST,
  OBJECT_CREATION_COST,
  ONE,
  type Operand,
  plus,
  type SizeEstimate,
  times,
  UNKNOWN,
  union,
  ZERO,
} from './estimates.js';

/** Estimates the evaluation cost of a checked expression from the declared types of its variables. */
export function estimateCost(expression: Expr, variables: ReadonlyMap<string, DeclaredType>): CostEstimate {
  return new Estimator(variables).estimate(expression).cost;
}

/**
 * Where a value comes from, as a path from a variable, and its schema, if any. As upstream, the first step always leads
 * to the schema of `self`, even for names that are not variables and for parts of values that the expression creates.
 * Must match upstream exactly: the estimates decide which rules are accepted.
 */
interface Place {
  readonly declared: DeclaredType | undefined;
}

/** What is known about an expression: its cost, and the size and origin of its value. */
interface Estimate {
  readonly cost: CostEstimate;
  readonly size: SizeEstimate | undefined;
  /** Undefined for values that the expression creates. */
  readonly place: Place | undefined;
  /** Sizes of a list's items, or a map's keys and values, if the expression itself creates them. */
  readonly entries: EntrySizes | undefined;
}

interface EntrySizes {
  readonly key: SizeEstimate;
  readonly value: SizeEstimate;
}

type Local = Pick<Estimate, 'size' | 'place' | 'entries'>;

class Estimator {
  readonly #variables: ReadonlyMap<string, DeclaredType>;
  readonly #self: Place;
  readonly #locals = new Map<string, Local[]>();
  /** A macro may use a node twice, in the same scope: it is estimated once. */
  readonly #known = new Map<Expr, Estimate>();

  constructor(variables: ReadonlyMap<string, DeclaredType>) {
    this.#variables = variables;
    this.#self = { declared: variables.get('self') };
  }

  estimate(node: Expr): Estimate {
    let estimate = this.#known.get(node);
    if (!estimate) {
      const estimated = this.#estimate(node);
      estimate = { ...estimated, size: estimated.size ?? sizeOfType(node.type!) };
      this.#known.set(node, estimate);
    }
    return estimate;
  }

  #estimate(node: Expr): Estimate {
    switch (node.kind) {
      case 'literal':
        return known(ZERO, literalSize(node.value));
      case 'ident':
        return this.#name(node);
      case 'select':
        return this.#select(node);
      case 'call':
        return this.#call(node);
      case 'list':
        return this.#list(node);
      case 'map':
        return this.#map(node);
      case 'object':
        return known(
          node.fields.reduce((sum, { value }) => plus(sum, this.estimate(value).cost), fixed(OBJECT_CREATION_COST)),
        );
      case 'comprehension':
        return isBinding(node) ? this.#binding(node) : this.#comprehension(node);
    }
  }

  // ---- names and fields

  #name(node: Ident | Select): Estimate {
    const reference = node.reference!;
    const local = reference.kind === 'local' ? this.#locals.get(reference.name)?.at(-1) : undefined;
    if (local) return { ...local, cost: ONE, size: sizeAt(local.place) ?? local.size };
    const declared = this.#variables.get(reference.name);
    return found(ONE, declared ? { declared } : this.#self);
  }

  #select(node: Select): Estimate {
    if (node.reference) return this.#name(node);
    const operand = this.estimate(node.operand);
    // has() costs nothing in Kubernetes.
    if (node.testOnly) return known(operand.cost);
    const { kind } = node.operand.type!;
    const cost = kind === 'map' || kind === 'object' ? plus(operand.cost, ONE) : operand.cost;
    // As upstream, the type of a map's values is consulted for `map.key` only if it says so, unlike for `map["key"]`.
    return found(
      cost,
      this.#within(operand.place, ({ fields, selected }) => fields?.get(node.field) ?? selected),
    );
  }

  // ---- calls

  #call(node: Call): Estimate {
    const operands = node.target && !node.qualifiedName ? [node.target, ...node.args] : node.args;
    const estimates = operands.map((operand) => this.estimate(operand));
    switch (node.overloads![0]?.id) {
      case 'to_dyn':
        return { ...estimates[0]!, cost: plus(ONE, estimates[0]!.cost) };
      case 'logical_and':
      case 'logical_or':
        return known({ min: estimates[0]!.cost.min, max: estimates[0]!.cost.max + estimates[1]!.cost.max });
      case 'conditional':
        return conditional(estimates as [Estimate, Estimate, Estimate]);
      case 'index_list':
      case 'index_map':
        return this.#index(node.overloads!, operands, estimates);
      default:
        return overloadedCall(node.overloads!, operands, estimates);
    }
  }

  #index(overloads: readonly Overload[], operands: readonly Expr[], estimates: readonly Estimate[]): Estimate {
    const place = this.#within(estimates[0]!.place, itemOf);
    const { cost } = overloadedCall(overloads, operands, estimates);
    return { cost, size: estimates[0]!.entries?.value ?? sizeAt(place), place, entries: undefined };
  }

  /** Returns the place of a part of the value at this place. */
  #within(place: Place | undefined, part: (declared: DeclaredType) => DeclaredType | undefined): Place {
    return place ? { declared: place.declared && part(place.declared) } : this.#self;
  }

  // ---- literals

  #list(node: ListLiteral): Estimate {
    const elements = node.elements.map((element) => this.estimate(element));
    const cost = elements.reduce((sum, element) => plus(sum, element.cost), fixed(LIST_CREATION_COST));
    return {
      cost,
      size: fixed(elements.length),
      place: undefined,
      entries: { key: ONE, value: unionOfSizes(elements) },
    };
  }

  #map(node: MapLiteral): Estimate {
    const keys = node.entries.map(({ key }) => this.estimate(key));
    const values = node.entries.map(({ value }) => this.estimate(value));
    const cost = [...keys, ...values].reduce((sum, { cost }) => plus(sum, cost), fixed(MAP_CREATION_COST));
    return {
      cost,
      size: fixed(keys.length),
      place: undefined,
      entries: { key: unionOfSizes(keys), value: unionOfSizes(values) },
    };
  }

  // ---- comprehensions

  #comprehension(node: Comprehension): Estimate {
    const range = this.estimate(node.range);
    const initial = this.estimate(node.initial);
    const accumulator: [string, Local] = [node.accumulator, { ...initial, place: undefined }];
    const [condition, step] = this.#where([accumulator, ...this.#iterationVariables(node, range)], () => [
      this.estimate(node.condition),
      this.estimate(node.step),
    ]) as [Estimate, Estimate];
    const result = this.#where([accumulator], () => this.estimate(node.result));
    const rounds = range.size ?? UNKNOWN;
    const loop = times(rounds, plus(condition.cost, step.cost));
    const cost = plus(plus(range.cost, initial.cost), plus(loop, result.cost));
    const collects = node.initial.kind === 'list' || node.initial.kind === 'map';
    const size = collects ? rounds : node.initial.kind === 'literal' ? initial.size : undefined;
    return { cost, size, place: undefined, entries: collects ? step.entries : undefined };
  }

  #binding(node: Comprehension): Estimate {
    const initial = this.estimate(node.initial);
    const result = this.#where([[node.accumulator, initial]], () => this.estimate(node.result));
    return { ...result, place: undefined, cost: plus(fixed(LIST_CREATION_COST), plus(initial.cost, result.cost)) };
  }

  #iterationVariables(node: Comprehension, range: Estimate): [string, Local][] {
    const isList = node.range.type!.kind === 'list';
    const { place, entries } = range;
    const item: Local = { size: entries?.value, place: this.#within(place, itemOf), entries: undefined };
    const keyPlace = this.#within(place, ({ key }) => (isList ? undefined : key));
    const key: Local = { size: entries?.key, place: keyPlace, entries: undefined };
    if (node.variable2 === undefined) return [[node.variable, isList ? item : key]];
    return [
      [node.variable, key],
      [node.variable2, item],
    ];
  }

  #where<T>(locals: readonly (readonly [string, Local])[], body: () => T): T {
    for (const [name, local] of locals) this.#locals.set(name, [...(this.#locals.get(name) ?? []), local]);
    const result = body();
    for (const [name] of locals) this.#locals.get(name)!.pop();
    return result;
  }
}

/** `cel.bind` and similar macros: a comprehension without iterations that only names a value. */
function isBinding({ range, accumulator }: Comprehension): boolean {
  return range.kind === 'list' && range.elements.length === 0 && accumulator !== ACCUMULATOR;
}

/** For lists and maps. */
function itemOf({ element }: DeclaredType): DeclaredType | undefined {
  return element;
}

function conditional([condition, whenTrue, whenFalse]: [Estimate, Estimate, Estimate]): Estimate {
  const { entries } = whenTrue;
  return {
    cost: plus(condition.cost, union(whenTrue.cost, whenFalse.cost)),
    size: union(whenTrue.size ?? UNKNOWN, whenFalse.size ?? UNKNOWN),
    place: undefined,
    entries: entries && whenFalse.entries && unionOfEntries(entries, whenFalse.entries),
  };
}

/** Returns the range that covers all candidate overloads. */
function overloadedCall(
  overloads: readonly Overload[],
  operands: readonly Expr[],
  estimates: readonly Estimate[],
): Estimate {
  const site: CallSite = { operands: operands.map((operand, index) => operandOf(operand, estimates[index]!)) };
  const calls = overloads.map((overload) => overload.estimate?.(site) ?? { cost: ONE });
  const call = calls.map(({ cost }) => cost).reduce(union, calls[0]?.cost ?? ZERO);
  const sizes = calls.flatMap(({ resultSize }) => (resultSize ? [resultSize] : []));
  const cost = estimates.reduce((sum, operand) => plus(sum, operand.cost), call);
  const [first, second] = estimates;
  const added = overloads[0]?.id === 'add_list' && first!.entries && second!.entries;
  return {
    cost,
    size: sizes.length > 0 ? sizes.reduce(union) : undefined,
    place: undefined,
    entries: added ? unionOfEntries(first!.entries!, second!.entries!) : undefined,
  };
}

function operandOf(node: Expr, estimate: Estimate): Operand {
  const itemSize = sizeAt({ declared: estimate.place?.declared?.element });
  return {
    type: node.type!,
    size: estimate.size ?? UNKNOWN,
    declaredItemSize: itemSize ?? UNKNOWN,
    itemSize: itemSize ?? estimate.entries?.value ?? UNKNOWN,
    literal: node.kind === 'literal' ? node.value : undefined,
  };
}

function known(cost: CostEstimate, size?: SizeEstimate): Estimate {
  return { cost, size, place: undefined, entries: undefined };
}

function found(cost: CostEstimate, place: Place): Estimate {
  return { cost, size: sizeAt(place), place, entries: undefined };
}

function sizeAt(place: Place | undefined): SizeEstimate | undefined {
  return place?.declared && { min: 0, max: place.declared.maxElements };
}

function literalSize(value: unknown): SizeEstimate {
  if (typeof value === 'string') return fixed(codePointCount(value));
  return fixed(value instanceof Uint8Array ? value.length : 1);
}

/** Scalars and library types have size 1. */
function sizeOfType(type: CelType): SizeEstimate | undefined {
  if (isOptionalType(type)) return sizeOfType(type.parameters[0]!);
  return ['opaque', 'bool', 'double', 'duration', 'int', 'timestamp', 'uint'].includes(type.kind) ? ONE : undefined;
}

function unionOfSizes(estimates: readonly Estimate[]): SizeEstimate {
  return estimates.map(({ size }) => size ?? UNKNOWN).reduce(union, estimates[0]?.size ?? ZERO);
}

function unionOfEntries(a: EntrySizes, b: EntrySizes): EntrySizes {
  return { key: union(a.key, b.key), value: union(a.value, b.value) };
}
