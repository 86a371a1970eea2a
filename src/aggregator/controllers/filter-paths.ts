// Follows vendor/k8s.io/kube-openapi/pkg/aggregator/aggregator.go (v1.36)

import { isJsonObject, type JsonObject, type JsonValue, objectIn } from '../../apimachinery/meta/index.js';
import type { V2Fragment } from '../../server/openapi/index.js';

const referencePattern = /^#\/(definitions|parameters)\/(.+)$/;

/**
 * Extracts the paths with this prefix from an OpenAPI v2 document, with the definitions and parameters they reference.
 */
export function filterPaths(document: JsonObject, pathPrefix: string): V2Fragment {
  const paths = Object.fromEntries(
    Object.entries(objectIn(document['paths'])).filter(([path]) => path.startsWith(pathPrefix)),
  );
  const needed = { definitions: new Map<string, JsonValue>(), parameters: new Map<string, JsonValue>() };
  const waiting: JsonValue[] = [paths];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const { place, name } = referredBy(value) ?? {};
    const all = place === undefined ? {} : objectIn(document[place]);
    if (place !== undefined && name !== undefined && !needed[place].has(name) && Object.hasOwn(all, name)) {
      needed[place].set(name, all[name]!);
      waiting.push(all[name]!);
    }
    if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) waiting.push(member);
  }
  return { paths, definitions: sorted(needed.definitions), parameters: sorted(needed.parameters) };
}

function sorted(members: ReadonlyMap<string, JsonValue>): JsonObject {
  return Object.fromEntries([...members].sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface Reference {
  readonly place: 'definitions' | 'parameters';
  readonly name: string;
}

function referredBy(value: JsonValue): Reference | undefined {
  const reference = isJsonObject(value) ? value['$ref'] : undefined;
  const [, place, name = ''] = typeof reference === 'string' ? (referencePattern.exec(reference) ?? []) : [];
  return place === undefined ? undefined : { place: place as Reference['place'], name };
}
