// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go (v1.36)

import type { WaitingSteps } from '../event-loop/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../meta/index.js';
import type { FieldError, FieldPath } from '../validation/index.js';
import { correlateItems, isUnchanged } from './correlation.js';
import type { JsonSchema } from './json-schema.js';
import type { SchemaNode } from './schema-node.js';
import { ValidationRun } from './validation-run.js';
import { maxNesting } from './value-nesting.js';

/**
 * Compiles the x-kubernetes-validations of one schema, once, on first use; undefined if there are none. The extension
 * point for CEL: this folder finds values, their old values and paths, and does not know about expressions.
 */
export type CompileRules = (schema: JsonSchema, position: 'root' | 'nested') => RuleCheck | undefined;

/** Evaluates the rules of a schema on one value. It may be suspended if the context allows it. */
export type RuleCheck = (value: JsonValue, context: RuleContext) => RuleOutcome;

/** What is wrong with a value, or how its evaluation continues. */
export type RuleOutcome = readonly FieldError[] | SuspendedRules;

/** The evaluation of rules takes long: it continues with `resume` after `wait` has been resolved. */
export class SuspendedRules {
  readonly wait: () => Promise<void>;
  readonly resume: () => RuleOutcome;

  constructor({ wait, resume }: Pick<SuspendedRules, 'wait' | 'resume'>) {
    this.wait = wait;
    this.resume = resume;
  }
}

/** What rules need beside the value. */
export interface RuleContext {
  readonly path: FieldPath;
  /** The value that this one replaces; undefined if there is none or none is correlated. */
  readonly old: JsonValue | undefined;
  /**
   * Whether the value is unchanged; if no old value is correlated, whether the nearest enclosing value with one is.
   * Failures of rules without oldSelf are tolerated for such a value.
   */
  readonly isUnchanged: () => boolean;
  readonly budget: CostBudget;
  /** Called with failures that are tolerated because the value is unchanged. */
  readonly warn: (message: string) => void;
  readonly maySuspend: boolean;
}

/**
 * A cost budget that all rules of one validation share. Each rule deducts its cost; below zero no more rules are run.
 */
export interface CostBudget {
  remaining: number;
}

/** Kubernetes' cost budget for the rules of one resource. */
const resourceCostBudget = 10_000_000;

/** Returns a new cost budget: Kubernetes' limit for one object. */
export function resourceBudget(): CostBudget {
  return { remaining: resourceCostBudget };
}

/** The state of the walk: what is shared, and what changes from value to value. */
interface Walk {
  readonly compile: CompileRules;
  readonly budget: CostBudget;
  readonly warn: (message: string) => void;
  readonly maySuspend: boolean;
  readonly run: ValidationRun;
  readonly errors: FieldError[];
  /** The remaining budget at which to yield next. */
  stopsAt: number;
}

interface Place {
  readonly path: FieldPath;
  readonly old: JsonValue | undefined;
  readonly isUnchanged: () => boolean;
  readonly position: 'root' | 'nested';
  readonly depth: number;
  /** Whether an enclosing schema has no place for the value, so that no rule can be compiled for it. */
  readonly isMisplaced?: boolean;
}

export interface CheckRulesOptions {
  readonly compile: CompileRules;
  readonly budget: CostBudget;
  readonly warn?: ((message: string) => void) | undefined;
  readonly path: FieldPath;
  readonly old: JsonValue | undefined;
  /** Whether the value is a whole resource. */
  readonly position: 'root' | 'nested';
  /** Whether the steps may wait. */
  readonly maySuspend: boolean;
}

/** Limits reported errors and warnings; a list of a million items can have a million. */
const maxFindings = 1000;

/** Yields between expensive rules and, if it may, within them. */
export function* checkRules(
  node: SchemaNode,
  value: JsonValue,
  options: CheckRulesOptions,
): WaitingSteps<FieldError[]> {
  const { compile, budget, warn = ignore, path, old, position, maySuspend } = options;
  const walk: Walk = {
    compile,
    budget,
    warn: atMost(maxFindings, warn),
    maySuspend,
    run: new ValidationRun(),
    errors: [],
    stopsAt: budget.remaining - costBetweenStops,
  };
  const isUnchanged = comparison(node, { value, old, walk }) ?? never;
  yield* visit(node, value, { walk, place: { path, old, isUnchanged, position, depth: 0 } });
  return walk.errors;
}

function atMost(limit: number, warn: (message: string) => void): (message: string) => void {
  let reported = 0;
  return (message) => {
    if (reported++ < limit) warn(message);
  };
}

const never = () => false;
const ignore = () => {};

interface Visit {
  readonly walk: Walk;
  readonly place: Place;
}

/** Cost units that take a few milliseconds. */
const costBetweenStops = 50_000;

function* visit(node: SchemaNode, value: JsonValue, { walk, place }: Visit): WaitingSteps<void> {
  if (value === null || place.depth > maxNesting || isOver(walk)) return;
  const { path, old, isUnchanged } = place;
  if (place.isMisplaced && hasOwnRules(node)) {
    walk.errors.push(path.invalid(node.schema.type ?? '', uncompiled));
    return;
  }
  for (const check of rulesOf(node, walk.compile, place.position)) {
    const { budget, warn, maySuspend } = walk;
    let outcome = check(value, { path, old: old ?? undefined, isUnchanged, budget, warn, maySuspend });
    while (outcome instanceof SuspendedRules) {
      yield outcome.wait();
      outcome = outcome.resume();
    }
    for (const error of outcome) walk.errors.push(error);
    if (isOver(walk)) return;
    if (walk.budget.remaining < walk.stopsAt) {
      walk.stopsAt = walk.budget.remaining - costBetweenStops;
      yield;
    }
  }
  if (Array.isArray(value)) yield* visitItems(node, value, { walk, place });
  else if (typeof value === 'object') yield* visitMembers(node, value as JsonObject, { walk, place });
}

function isOver({ budget, errors }: Walk): boolean {
  return budget.remaining < 0 || errors.length >= maxFindings;
}

/** Lazily compares a value with its old value; undefined if there is none. */
function comparison(
  node: SchemaNode,
  { value, old, walk }: { value: JsonValue; old: JsonValue | undefined; walk: Walk },
): (() => boolean) | undefined {
  return old === undefined ? undefined : () => isUnchanged(node.structure, { value, old }, walk.run);
}

/** The rules of the schema and of its allOf. */
function rulesOf(node: SchemaNode, compile: CompileRules, position: 'root' | 'nested'): readonly RuleCheck[] {
  node.rules ??= withAllOf(node.schema)
    .filter((schema) => (schema['x-kubernetes-validations']?.length ?? 0) > 0)
    .map((schema) => compile(schema, position))
    .filter((check) => check !== undefined);
  return node.rules;
}

const uncompiled = 'rule compiler initialization error: failed to convert to declType for CEL validation rules';

function hasOwnRules({ schema }: SchemaNode): boolean {
  return (schema['x-kubernetes-validations']?.length ?? 0) > 0;
}

function withAllOf(schema: JsonSchema): JsonSchema[] {
  return [schema, ...(schema.allOf ?? []).flatMap(withAllOf)];
}

function* visitItems(node: SchemaNode, value: JsonValue[], { walk, place }: Visit): WaitingSteps<void> {
  const { items } = node;
  if (items === undefined || !items.traits.hasRules) return;
  const oldItem = place.old === undefined ? undefined : correlateItems(node.structure, place.old);
  for (let index = 0; index < value.length && !isOver(walk); index++) {
    const item = value[index]!;
    const old = oldItem?.(item);
    const isUnchanged = comparison(items, { value: item, old, walk });
    const path = place.path.index(index);
    yield* visitChild(items, item, {
      walk,
      parent: place,
      isMisplaced: isOther(node, 'array'),
      path,
      old,
      isUnchanged,
    });
  }
}

function* visitMembers(node: SchemaNode, value: JsonObject, { walk, place }: Visit): WaitingSteps<void> {
  const before = isJsonObject(place.old) ? place.old : undefined;
  for (const key of Object.keys(value)) {
    const property = node.properties.get(key);
    const child = property ?? node.additional;
    if (child === undefined || !child.traits.hasRules) continue;
    const path = property === undefined ? place.path.key(key) : place.path.child(key);
    const member = value[key]!;
    const old = before !== undefined && Object.hasOwn(before, key) ? before[key] : undefined;
    const isTypeField = place.depth === 0 && typeFields.has(key);
    const isUnchanged = isTypeField ? never : comparison(child, { value: member, old, walk });
    const isMisplaced = isOther(node, 'object');
    yield* visitChild(child, member, { walk, parent: place, isMisplaced, path, old, isUnchanged });
  }
}

/** Whether the schema describes values of another type: an unchanged value may be invalid. */
function isOther({ schema: { type } }: SchemaNode, expected: 'array' | 'object'): boolean {
  return type !== undefined && type !== expected;
}

/** The root's type never differs between objects, so its failures are never tolerated. */
const typeFields: ReadonlySet<string> = new Set(['apiVersion', 'kind']);

interface ChildVisit {
  readonly walk: Walk;
  readonly parent: Place;
  readonly path: FieldPath;
  readonly old: JsonValue | undefined;
  readonly isMisplaced: boolean;
  /** Undefined: inherited from the enclosing value. */
  readonly isUnchanged: (() => boolean) | undefined;
}

function visitChild(
  node: SchemaNode,
  value: JsonValue,
  { walk, parent, isMisplaced: isHere, path, old, isUnchanged }: ChildVisit,
): WaitingSteps<void> {
  const depth = parent.depth + 1;
  const isMisplaced = isHere || parent.isMisplaced === true;
  const place: Place = {
    path,
    old,
    isUnchanged: isUnchanged ?? parent.isUnchanged,
    position: 'nested',
    depth,
    isMisplaced,
  };
  return visit(node, value, { walk, place });
}
