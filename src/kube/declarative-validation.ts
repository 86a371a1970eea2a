// Follows staging/src/k8s.io/apimachinery/pkg/api/validate/required.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/api/validate/union.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/api/validate/each.go (v1.36)

import { isJsonObject, type JsonObject, type JsonValue, jsonEqual } from '../apimachinery/meta/index.js';
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  type FieldError,
  type FieldPath,
  fieldIsImmutable,
} from '../apimachinery/validation/index.js';
import type { FeatureGates } from '../server/feature-gates/index.js';
import { type Check, repetitionsIn } from './field-checks.js';
import { goValue } from './types/index.js';

/** A value of an object that is created or updated. */
export interface Site {
  readonly path: FieldPath;
  readonly value: JsonValue | undefined;
  /** What the value replaces. Unset: nothing does, or the object is new. */
  readonly old: JsonValue | undefined;
  readonly isUpdate: boolean;
  readonly features: FeatureGates;
}

/** Errors of a value. `over`: the rules after it do not apply. */
interface Verdict {
  readonly errors: readonly FieldError[];
  readonly over?: boolean;
}

export type Rule = (site: Site) => Verdict;

/** The rules of the fields of a kind, as the tags of its declarative validation. Values that stay are valid. */
export type FieldRules = Readonly<Record<string, FieldRule>>;

interface FieldRule {
  /** All of these apply; if one of them ends the validation of the field, those of `rest` do not. */
  readonly first?: readonly Rule[];
  readonly rest?: readonly Rule[];
}

/** Applies the rules of a struct to a value. */
export function validateDeclaratively(site: Site, rules: FieldRules): FieldError[] {
  return Object.entries(rules).flatMap(([name, rule]) => fieldErrors(site, name, rule));
}

function fieldErrors(parent: Site, name: string, { first = [], rest = [] }: FieldRule): readonly FieldError[] {
  const old = memberOf(parent.old, name);
  const site = { ...parent, path: parent.path.child(name), value: memberOf(parent.value, name), old };
  if (parent.isUpdate && parent.old !== undefined && sameValue(site.value, old)) return [];
  const verdicts = first.map((rule) => rule(site));
  const errors = verdicts.flatMap((verdict) => verdict.errors);
  return verdicts.some(({ over }) => over) ? errors : [...errors, ...rest.flatMap((rule) => rule(site).errors)];
}

function memberOf(owner: JsonValue | undefined, name: string): JsonValue | undefined {
  return (isJsonObject(owner) ? owner[name] : undefined) ?? undefined;
}

/** Lists that are empty equal those that are unset. */
function sameValue(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return jsonEqual(present(one), present(other));
}

function present(value: JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}

function isZero(value: JsonValue | undefined): boolean {
  return present(value) === undefined || value === '' || value === 0;
}

const valid: Verdict = { errors: [] };
const ending = (...errors: readonly FieldError[]): Verdict => ({ errors, over: true });

/** An unset value is valid. Decoding has removed zero values of fields that omit them. */
export const optional: Rule = ({ value }) => (present(value) === undefined ? ending() : valid);

export const required: Rule = ({ value, path }) => (isZero(value) ? ending(path.required()) : valid);

/** For values that may be zero: only an unset one is refused. */
export const requiredPointer: Rule = ({ value, path }) => (value === undefined ? ending(path.required()) : valid);

export const forbidden: Rule = ({ value, path }) => (present(value) === undefined ? valid : ending(path.forbidden('')));

export const immutable: Rule = ({ isUpdate, path }) =>
  isUpdate ? ending(path.invalid(null, fieldIsImmutable)) : valid;

export const maxItems =
  (max: number): Rule =>
  ({ value, path }) =>
    Array.isArray(value) && value.length > max ? ending(path.tooMany(value.length, max)) : valid;

export const checked =
  (check: Check): Rule =>
  ({ value, path }) => ({ errors: path.check((value ?? '') as string, check) });

/** A DNS label. */
export const shortName = checked(inBytes(checkDns1123Label));

/** A DNS subdomain. */
export const longName = checked(inBytes(checkDns1123Subdomain));

/** Declarative validation counts bytes, where other validation says characters. */
function inBytes(check: Check): Check {
  return (text) => check(text).map((problem) => problem.replace(/(?<=^must be no more than \d+ )characters$/, 'bytes'));
}

export const atLeast =
  (least: number): Rule =>
  ({ value, path }) => ({
    errors: (value as number) < least ? [path.invalid(value!, `must be greater than or equal to ${least}`)] : [],
  });

export const atMost =
  (most: number): Rule =>
  ({ value, path }) => ({
    errors: (value as number) > most ? [path.invalid(value!, `must be less than or equal to ${most}`)] : [],
  });

export const oneOfValues =
  (supported: readonly string[]): Rule =>
  ({ value, path }) => ({ errors: supported.includes(value as string) ? [] : [path.notSupported(value!, supported)] });

/** Applies a rule while a feature gate is on, or off. */
export const ifEnabled =
  (gate: string, rule: Rule): Rule =>
  (site) =>
    site.features.isEnabled(gate) ? rule(site) : valid;
export const ifDisabled =
  (gate: string, rule: Rule): Rule =>
  (site) =>
    site.features.isEnabled(gate) ? valid : rule(site);

/** The rules of the fields of a struct. */
export const struct =
  (rules: FieldRules): Rule =>
  (site) => ({ errors: validateDeclaratively(site, rules) });

/** Exactly one of the fields must be set. A change of the fields that are set is validated, no other one. */
export const union =
  (...fields: readonly string[]): Rule =>
  ({ value, old, isUpdate, path }) => {
    const setIn = (owner: JsonValue | undefined) => fields.filter((field) => memberOf(owner, field) !== undefined);
    const set = setIn(value);
    if (isUpdate && old !== undefined && jsonEqual(set, setIn(old))) return valid;
    const names = fields.map((field) => `\`${field}\``).join(', ');
    if (set.length === 0) return { errors: [path.invalid('', `must specify one of: ${names}`)] };
    if (set.length === 1) return valid;
    return { errors: [path.invalid(`{${set.join(', ')}}`, `must specify exactly one of: ${names}`)] };
  };

/** Each item of a list. With a key, which must be unique, items are compared with old ones; messages show them by their `type`. */
export const each =
  ({ type, key }: { readonly type?: string; readonly key?: string }, ...rules: readonly Rule[]): Rule =>
  (site) => {
    const items = (site.value ?? []) as JsonObject[];
    const keyOf = (item: JsonObject) => String(key === undefined ? '' : (item[key] ?? ''));
    // Of several old items with one key, the first counts.
    const before = new Map<string, JsonObject>();
    for (const item of key === undefined ? [] : ((site.old ?? []) as JsonObject[]).toReversed()) {
      before.set(keyOf(item), item);
    }
    const repeated = repetitionsIn(key === undefined ? [] : items.map(keyOf)).flatMap((isRepeated, index) =>
      isRepeated ? [site.path.index(index).duplicate(goValue(type!, items[index]))] : [],
    );
    const errors = items.flatMap((value, index) => {
      const old = before.get(keyOf(value));
      if (site.isUpdate && old !== undefined && jsonEqual(value, old)) return [];
      return rules.flatMap((rule) => rule({ ...site, path: site.path.index(index), value, old }).errors);
    });
    return { errors: [...repeated, ...errors] };
  };
