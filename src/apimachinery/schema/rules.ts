import { isJsonObject, type JsonObject, type JsonValue } from '../meta/index.js';
import type { FieldError, FieldPath } from '../validation/index.js';
import { correlateItems, isUnchanged } from './correlation.js';
import type { JsonSchema } from './json-schema.js';
import type { SchemaNode } from './schema-node.js';
import { ValidationRun } from './validation-run.js';
import { maxNesting } from './value-nesting.js';

/**
 * Compiles the x-kubernetes-validations of one schema, once, when a value first meets them; undefined if they say
 * nothing. The seam for CEL: this room finds the values, their old selves and their places, and knows no expressions.
 */
export type CompileRules = (schema: JsonSchema, position: 'root' | 'nested') => RuleCheck | undefined;

export type RuleCheck = (value: JsonValue, context: RuleContext) => readonly FieldError[];

export interface RuleContext {
  readonly path: FieldPath;
  /** The value that this one replaces; undefined if there is none, or none that corresponds to it. */
  readonly old: JsonValue | undefined;
  /**
   * Whether the value is what it was, or if no old value corresponds to it, whether the nearest value around it that has
   * one is. Rules without oldSelf are not held against such a value.
   */
  readonly isUnchanged: () => boolean;
  readonly budget: CostBudget;
  /** Told the failures that are tolerated because the value is what it was. */
  readonly warn: (message: string) => void;
}

/** What all rules of one validation may cost together. A rule takes its cost off; below zero nothing more is run. */
export interface CostBudget {
  remaining: number;
}

/** What Kubernetes lets the rules of one resource cost. */
const resourceCostBudget = 10_000_000;

export function resourceBudget(): CostBudget {
  return { remaining: resourceCostBudget };
}

/** Where the walk is: what all of it shares, and what changes from value to value. */
interface Walk {
  readonly compile: CompileRules;
  readonly budget: CostBudget;
  readonly warn: (message: string) => void;
  readonly run: ValidationRun;
  readonly errors: FieldError[];
}

interface Place {
  readonly path: FieldPath;
  readonly old: JsonValue | undefined;
  readonly isUnchanged: () => boolean;
  readonly position: 'root' | 'nested';
  readonly depth: number;
}

export interface CheckRulesOptions {
  readonly compile: CompileRules;
  readonly budget: CostBudget;
  readonly warn?: ((message: string) => void) | undefined;
  readonly path: FieldPath;
  readonly old: JsonValue | undefined;
  /** Whether the value is a whole resource. */
  readonly position: 'root' | 'nested';
}

export function checkRules(node: SchemaNode, value: JsonValue, options: CheckRulesOptions): FieldError[] {
  const { compile, budget, warn = ignore, path, old, position } = options;
  const walk: Walk = { compile, budget, warn, run: new ValidationRun(), errors: [] };
  const place = { path, old, position, depth: 0, isUnchanged: never };
  visit(node, value, { walk, place: { ...place, isUnchanged: comparison(node, value, { walk, place }) } });
  return walk.errors;
}

const never = () => false;
const ignore = () => {};

interface Visit {
  readonly walk: Walk;
  readonly place: Place;
}

function visit(node: SchemaNode, value: JsonValue, { walk, place }: Visit): void {
  if (value === null || place.depth > maxNesting || walk.budget.remaining < 0) return;
  const { path, old, isUnchanged: unchanged } = place;
  for (const check of rulesOf(node, walk.compile, place.position)) {
    const context = { path, old: old ?? undefined, isUnchanged: unchanged, budget: walk.budget, warn: walk.warn };
    walk.errors.push(...check(value, context));
    if (walk.budget.remaining < 0) return;
  }
  if (Array.isArray(value)) visitItems(node, value, { walk, place });
  else if (typeof value === 'object') visitMembers(node, value as JsonObject, { walk, place });
}

/** Compares a value with its old self, when asked; where there is none, the question goes to the value around it. */
function comparison(node: SchemaNode, value: JsonValue, { walk, place }: Visit): () => boolean {
  const { old } = place;
  return old === undefined ? place.isUnchanged : () => isUnchanged(node.structure, { value, old }, walk.run);
}

/** The rules of the schema and of what stands in its allOf. */
function rulesOf(node: SchemaNode, compile: CompileRules, position: 'root' | 'nested'): readonly RuleCheck[] {
  node.rules ??= withAllOf(node.schema)
    .filter((schema) => (schema['x-kubernetes-validations']?.length ?? 0) > 0)
    .map((schema) => compile(schema, position))
    .filter((check) => check !== undefined);
  return node.rules;
}

function withAllOf(schema: JsonSchema): JsonSchema[] {
  return [schema, ...(schema.allOf ?? []).flatMap(withAllOf)];
}

function visitItems(node: SchemaNode, value: JsonValue[], { walk, place }: Visit): void {
  const { items } = node;
  if (items === undefined || !items.traits.hasRules) return;
  const oldItem = place.old === undefined ? undefined : correlateItems(node.structure, place.old);
  for (const [index, item] of value.entries()) {
    visitChild(items, item, { walk, place: { ...place, path: place.path.index(index), old: oldItem?.(item) } });
  }
}

function visitMembers(node: SchemaNode, value: JsonObject, { walk, place }: Visit): void {
  const old = isJsonObject(place.old) ? place.old : undefined;
  for (const key of Object.keys(value)) {
    const property = node.properties.get(key);
    const child = property ?? node.additional;
    if (child === undefined || !child.traits.hasRules) continue;
    const path = property === undefined ? place.path.key(key) : place.path.child(key);
    const oldMember = old !== undefined && Object.hasOwn(old, key) ? old[key] : undefined;
    const isUnchanged = place.depth === 0 && typeFields.has(key) ? never : undefined;
    visitChild(child, value[key]!, { walk, place: { ...place, path, old: oldMember }, isUnchanged });
  }
}

/** A change of the root's type does not show in the objects, which are of one type: what is wrong with it stays wrong. */
const typeFields: ReadonlySet<string> = new Set(['apiVersion', 'kind']);

interface ChildVisit extends Visit {
  readonly isUnchanged?: (() => boolean) | undefined;
}

/** `place` is that of the child, save for what follows from its parent's. */
function visitChild(node: SchemaNode, value: JsonValue, { walk, place, ...given }: ChildVisit): void {
  const isUnchanged = given.isUnchanged ?? comparison(node, value, { walk, place });
  visit(node, value, { walk, place: { ...place, isUnchanged, position: 'nested', depth: place.depth + 1 } });
}
