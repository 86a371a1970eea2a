import { isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import type { V2Fragment } from '../../server/openapi/index.js';

const definitionPrefix = '#/definitions/';

/** Of an OpenAPI v2 document, the paths that begin so and the definitions that they need. */
export function swaggerPart(document: JsonObject, pathPrefix: string): V2Fragment {
  const paths = Object.fromEntries(
    Object.entries(objectOf(document['paths'])).filter(([path]) => path.startsWith(pathPrefix)),
  );
  const all = objectOf(document['definitions']);
  const needed = new Map<string, JsonValue>();
  const waiting: JsonValue[] = [paths];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const name = referredBy(value);
    if (name !== undefined && !needed.has(name) && Object.hasOwn(all, name)) {
      needed.set(name, all[name]!);
      waiting.push(all[name]!);
    }
    if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) waiting.push(member);
  }
  const sorted = [...needed].sort(([a], [b]) => (a < b ? -1 : 1));
  return { paths, definitions: Object.fromEntries(sorted) };
}

function referredBy(value: JsonValue): string | undefined {
  const reference = isJsonObject(value) ? value['$ref'] : undefined;
  if (typeof reference !== 'string' || !reference.startsWith(definitionPrefix)) return undefined;
  return reference.slice(definitionPrefix.length);
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
