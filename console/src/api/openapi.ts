import { get } from './client.ts';
import type { Resource } from './discovery.ts';

/** A schema of OpenAPI v3, as far as Kubernetes uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly 'x-kubernetes-group-version-kind'?: readonly { group: string; version: string; kind: string }[];
  readonly 'x-kubernetes-validations'?: readonly { rule: string; message?: string }[];
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
}

interface Document {
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** The schemas of a group version. */
export class Schemas {
  readonly #schemas: Readonly<Record<string, Schema>>;

  constructor({ components }: Document) {
    this.#schemas = components?.schemas ?? {};
  }

  forKind({ group, version, kind }: { group: string; version: string; kind: string }): Schema | undefined {
    return Object.values(this.#schemas).find((schema) =>
      schema['x-kubernetes-group-version-kind']?.some(
        (one) => one.group === group && one.version === version && one.kind === kind,
      ),
    );
  }

  /** Follows references; what is beside them, such as a description, takes precedence. */
  resolve(schema: Schema | undefined): Schema | undefined {
    if (!schema) return undefined;
    const { $ref, allOf, ...own } = schema;
    const target = $ref ?? (allOf?.length === 1 ? allOf[0]?.$ref : undefined);
    if (target === undefined) return schema;
    const found = this.#schemas[target.slice(target.lastIndexOf('/') + 1)];
    return { ...this.resolve(found), ...own };
  }

  /** The schema of a field or an item. */
  child(parent: Schema | undefined, step: string | number): Schema | undefined {
    const schema = this.resolve(parent);
    if (!schema) return undefined;
    if (typeof step === 'number') return this.resolve(schema.items);
    const { properties, additionalProperties } = schema;
    if (properties && Object.hasOwn(properties, step)) return this.resolve(properties[step]);
    return typeof additionalProperties === 'object' ? this.resolve(additionalProperties) : undefined;
  }

  at(root: Schema | undefined, path: readonly (string | number)[]): Schema | undefined {
    return path.reduce<Schema | undefined>((schema, step) => this.child(schema, step), this.resolve(root));
  }
}

/** What a field contains, in the words of `kubectl explain`. */
export function typeOf(schemas: Schemas, schema: Schema | undefined): string {
  const resolved = schemas.resolve(schema);
  if (!resolved) return '';
  if (resolved['x-kubernetes-int-or-string'] || resolved.format === 'int-or-string') return 'IntOrString';
  if (resolved.type === 'array') return `[]${typeOf(schemas, resolved.items)}`;
  if (typeof resolved.additionalProperties === 'object' && !resolved.properties)
    return `map[string]${typeOf(schemas, resolved.additionalProperties)}`;
  return resolved.type ?? (resolved.oneOf ? 'string' : 'Object');
}

const loaded = new Map<string, Promise<Schemas>>();

/** Reads the schemas of a resource's group version. Rejects if the server has none. */
export async function loadSchemas({ group, version }: Pick<Resource, 'group' | 'version'>): Promise<Schemas> {
  const { paths } = await get<{ paths: Record<string, { serverRelativeURL: string }> }>('openapi/v3');
  const url = paths[group === '' ? `api/${version}` : `apis/${group}/${version}`]?.serverRelativeURL;
  if (url === undefined) throw new Error('the server has no schema of this resource');
  // The URL contains a hash of the document.
  const known = loaded.get(url) ?? get<Document>(url).then((document) => new Schemas(document));
  loaded.set(url, known);
  known.catch(() => loaded.delete(url));
  return known;
}

export async function schemaOf(resource: Resource): Promise<{ schemas: Schemas; schema: Schema | undefined }> {
  const schemas = await loadSchemas(resource);
  return { schemas, schema: schemas.forKind(resource) };
}
