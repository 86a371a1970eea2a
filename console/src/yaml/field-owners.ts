import type { JsonObject, KubeObject } from '../api/client.ts';
import { parseJson, printJson } from '../api/exact-json.ts';
import type { Path } from './yaml-lines.ts';

export interface Owner {
  readonly manager: string;
  readonly operation: string;
  readonly subresource: string;
  readonly time: string;
}

export function pathKey(path: Path): string {
  return JSON.stringify(path.map(String));
}

/** Who owns each field of an object, by the keys of the paths. */
export function fieldOwners(object: KubeObject): ReadonlyMap<string, readonly Owner[]> {
  const owners = new Map<string, Owner[]>();
  for (const { manager = '', operation = '', subresource = '', time = '', fieldsV1 = {} } of object.metadata
    .managedFields ?? []) {
    const owner = { manager, operation, subresource, time };
    visit(fieldsV1, object, [], (path) => {
      const key = pathKey(path);
      owners.set(key, [...(owners.get(key) ?? []), owner]);
    });
  }
  return owners;
}

/** Calls back for the fields without fields of their own, and for those that are owned themselves (`.`). */
function visit(fields: JsonObject, value: unknown, path: Path, owned: (path: Path) => void): void {
  for (const [name, below] of Object.entries(fields)) {
    if (name === '.') {
      owned(path);
      continue;
    }
    const step = stepOf(name, value);
    if (step === undefined) continue;
    const child = (value as Record<string | number, unknown>)[step];
    const inner = [...path, step];
    if (Object.keys(below as JsonObject).length === 0) owned(inner);
    else visit(below as JsonObject, child, inner, owned);
  }
}

/** `f:` a field, `k:` the item with these keys, `v:` the item with this value, `i:` an index. */
function stepOf(name: string, value: unknown): string | number | undefined {
  const rest = name.slice(2);
  if (typeof value !== 'object' || value === null) return undefined;
  switch (name.slice(0, 2)) {
    case 'f:':
      return Object.hasOwn(value, rest) ? rest : undefined;
    case 'i:':
      return Number(rest);
    case 'k:':
      return indexIn(value, (item) => hasKeys(item, parseJson<JsonObject>(rest)));
    case 'v:':
      return indexIn(value, (item) => printJson(item) === rest);
    default:
      return undefined;
  }
}

function indexIn(value: object, matches: (item: unknown) => boolean): number | undefined {
  const index = Array.isArray(value) ? value.findIndex(matches) : -1;
  return index < 0 ? undefined : index;
}

function hasKeys(item: unknown, keys: JsonObject): boolean {
  return Object.entries(keys).every(([name, value]) => (item as JsonObject | null)?.[name] === value);
}
