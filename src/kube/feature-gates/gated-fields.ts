import { isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import type { FeatureGates } from '../../server/feature-gates/index.js';
import type { Strategy } from '../../server/registry/index.js';
import { forgetGivenEmpty } from '../types/index.js';

/** Fields that exist only while feature gates are on. */
export interface GatedFields<Type> {
  /** All of them must be on. */
  readonly gates: readonly string[];
  /** Paths: `spec.devices[].taints` in all items of a list, `capacity{}.requestPolicy` in all values of a map. */
  readonly fields: readonly string[];
  /** Paths of further fields: an old object that has one of them uses the feature. */
  readonly alsoUsed?: readonly string[];
  /** Whether an old object uses the feature. Unset: if it has one of the fields, and that is not an empty list. */
  readonly isUsed?: (old: Type) => boolean;
  /** Drops the fields, in place. Unset: they are deleted. */
  readonly drop?: (object: Type) => void;
}

export interface GatedChange<Type> {
  readonly object: Type;
  /** Before an update: fields that it uses may stay. */
  readonly old?: Type | undefined;
  readonly features: FeatureGates;
}

/** Returns a function that drops the fields of disabled feature gates, unless the old object uses them already. */
export function dropDisabled<Type extends JsonObject>(table: readonly GatedFields<Type>[]) {
  const rows = table.map(({ gates, fields, alsoUsed = [], isUsed, drop }) => {
    const places = fields.map(placeOf);
    const used = [...places, ...alsoUsed.map(placeOf)];
    return {
      gates,
      isUsed: isUsed ?? ((old: Type) => used.some((place) => hasValueAt(old, place))),
      drop: drop ?? ((object: Type) => deleteAll(object, places)),
    };
  });
  return ({ object, old, features }: GatedChange<Type>): void => {
    for (const { gates, isUsed, drop } of rows) {
      const isEnabled = gates.every((gate) => features.isEnabled(gate));
      if (!isEnabled && !(old && isUsed(old))) drop(object);
    }
  };
}

/** The functions of a strategy that prepare objects by dropping fields only. */
export function prepareBy<Type>(
  drop: (change: GatedChange<Type>) => void,
): Required<Pick<Strategy<Type>, 'prepareForCreate' | 'prepareForUpdate'>> {
  return {
    prepareForCreate: (object, { features }) => drop({ object, features }),
    prepareForUpdate: (change, { features }) => drop({ ...change, features }),
  };
}

interface Place {
  /** From the object to what may have the field. */
  readonly steps: readonly { readonly name: string; readonly form: 'value' | 'list' | 'map' }[];
  readonly field: string;
}

function placeOf(path: string): Place {
  const names = path.split('.');
  const field = names.pop()!;
  const steps = names.map((name) => {
    const form = name.endsWith('[]') ? 'list' : name.endsWith('{}') ? 'map' : 'value';
    return { name: form === 'value' ? name : name.slice(0, -2), form } as const;
  });
  return { steps, field };
}

function hasValueAt(object: JsonObject, { steps, field }: Place): boolean {
  return ownersOf(object, steps).some(({ [field]: value }) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null,
  );
}

function deleteAll(object: JsonObject, places: readonly Place[]): void {
  for (const { steps, field } of places) {
    for (const owner of ownersOf(object, steps)) {
      delete owner[field];
      forgetGivenEmpty(owner, [field]);
    }
  }
}

function ownersOf(object: JsonObject, steps: Place['steps']): JsonObject[] {
  return steps.reduce<JsonObject[]>(
    (owners, { name, form }) => owners.flatMap((owner) => valuesIn(owner[name], form).filter(isJsonObject)),
    [object],
  );
}

function valuesIn(value: JsonValue | undefined, form: Place['steps'][number]['form']): JsonValue[] {
  if (form === 'list') return Array.isArray(value) ? value : [];
  if (form === 'map') return isJsonObject(value) ? Object.values(value) : [];
  return value === undefined ? [] : [value];
}
