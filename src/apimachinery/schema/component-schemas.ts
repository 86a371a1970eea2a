import type { JsonSchema } from './json-schema.js';
import type { ResolveReference } from './schema-node.js';

const prefix = '#/components/schemas/';

/** Resolves the references of an OpenAPI v3 document among its `components.schemas`. */
export function resolveIn(schemas: Readonly<Record<string, JsonSchema>>): ResolveReference {
  return (reference) => {
    const name = reference.startsWith(prefix) ? reference.slice(prefix.length) : reference;
    return Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  };
}
