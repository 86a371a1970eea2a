import type { ObjectMeta } from '../../api/meta/v1.js';
import type { JsonSchema, SchemaValue } from '../../apimachinery/schema/index.js';

/** Returns the schema, with the type that `FromSchema` needs. */
export function defineSchema<const Schema extends JsonSchema>(schema: Schema): Schema {
  return schema;
}

/**
 * The type of the objects of a resource, from the schema of a version, which `defineSchema` returns or which is
 * declared `as const`: `type Flunder = FromSchema<typeof schema>`. Fields are optional unless the schema requires them.
 */
export type FromSchema<Schema> = {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
} & Omit<SchemaValue<Schema>, 'apiVersion' | 'kind' | 'metadata'>;
