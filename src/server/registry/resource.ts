import { type ApplyType, compileObjectType, type Versions } from '../../apimachinery/apply/index.js';
import {
  formatGroupVersion,
  type GroupKind,
  type GroupResource,
  type JsonObject,
  type JsonValue,
} from '../../apimachinery/meta/index.js';
import { openApiPatchSchema, type PatchSchema } from '../../apimachinery/patch/index.js';
import { type CompiledSchema, compileSchema, type JsonSchema } from '../../apimachinery/schema/index.js';
import { type Kind, type MaybePromise, Scheme } from '../../apimachinery/scheme/index.js';
import { type Attributes, type FieldTransform, metadataFieldsOnly } from '../../apimachinery/selectors/index.js';
import { allVerbs, type ResourceDefinition, type ResourceVersion, type Verb } from './resource-definition.js';

/** A definition ready for use: names filled in, schemas compiled on first use, versions convertible. */
export class Resource {
  readonly definition: ResourceDefinition;
  readonly group: string;
  readonly singular: string;
  readonly listKind: string;
  readonly verbs: readonly Verb[];
  readonly groupResource: GroupResource;
  readonly groupKind: GroupKind;
  readonly kind: Kind;
  readonly #versions = new Map<string, VersionParts>();

  constructor(group: string, definition: ResourceDefinition) {
    const { kind, plural } = definition;
    this.definition = definition;
    this.group = group;
    this.singular = definition.singular ?? kind.toLowerCase();
    this.listKind = definition.listKind ?? `${kind}List`;
    this.verbs = definition.verbs ?? allVerbs;
    this.groupResource = { group, resource: plural };
    this.groupKind = { group, kind };
    this.kind = registerKind(group, definition);
  }

  get isNamespaced(): boolean {
    return this.definition.scope === 'Namespaced';
  }

  /** Made of a CustomResourceDefinition. */
  get isCustom(): boolean {
    const { isCustom, workingVersion } = this.definition;
    return isCustom ?? workingVersion === 'request';
  }

  /** Below which its objects are stored, as kube-apiserver does. */
  get storagePrefix(): string {
    const { plural, storagePrefix } = this.definition;
    return storagePrefix ?? (this.group === '' ? plural : `${this.group}/${plural}`);
  }

  get storageVersion(): string {
    return this.kind.storageVersion;
  }

  get storageApiVersion(): string {
    return this.apiVersion(this.kind.storageVersion);
  }

  apiVersion(version: string): string {
    return formatGroupVersion({ group: this.group, version });
  }

  /** The version in which objects of a request in `requested` are worked on. */
  workingVersion(requested: string): string {
    const { workingVersion = this.storageVersion } = this.definition;
    return workingVersion === 'request' ? requested : workingVersion;
  }

  version(version: string): ResourceVersion {
    return this.definition.versions[version] ?? {};
  }

  /** Undefined where the version has no schema: everything is allowed then. */
  schema(version: string): CompiledSchema | undefined {
    return this.#parts(version).schema();
  }

  /** How fields of objects in a version are owned and merged. */
  applyType(version: string): ApplyType {
    return this.#parts(version).applyType();
  }

  /** How strategic merge patches merge lists of objects in a version. */
  patchSchema(version: string): PatchSchema {
    return this.#parts(version).patchSchema();
  }

  /** An object of which nothing is set yet. */
  emptyObject(version: string): JsonObject {
    const { emptyFields = {} } = this.version(version);
    return { apiVersion: this.apiVersion(version), kind: this.definition.kind, ...emptyFields };
  }

  /** The versions as managed fields see them. */
  get applyVersions(): Versions {
    const find = (apiVersion: string): string | undefined =>
      this.kind.servedVersions.find((version) => this.apiVersion(version) === apiVersion);
    return {
      typeOf: (apiVersion) => {
        const version = find(apiVersion);
        return version === undefined ? undefined : this.applyType(version);
      },
      convert: (object, apiVersion) => {
        const version = find(apiVersion);
        return version === undefined ? undefined : this.kind.convert(object, version);
      },
    };
  }

  convert(object: JsonObject, version: string): MaybePromise<JsonObject> {
    return this.kind.convert(object, version);
  }

  /** Which fields selectors may name. */
  get fieldTransform(): FieldTransform {
    const { selectableFields = [] } = this.definition;
    const known = new Set(selectableFields);
    return (field, value) => (known.has(field) ? [field, value] : metadataFieldsOnly(field, value));
  }

  /** What selectors look at, of an object in any version that has the storage version's selectable fields. */
  attributesOf(object: JsonObject): Attributes {
    const metadata = (object['metadata'] ?? {}) as Record<string, JsonValue>;
    const fields: Record<string, string> = { 'metadata.name': text(metadata['name']) };
    if (this.isNamespaced) fields['metadata.namespace'] = text(metadata['namespace']);
    for (const path of this.definition.selectableFields ?? []) fields[path] = text(valueAt(object, path));
    return { labels: (metadata['labels'] ?? {}) as Record<string, string>, fields };
  }

  #parts(version: string): VersionParts {
    let parts = this.#versions.get(version);
    if (!parts) {
      parts = new VersionParts(this.version(version));
      this.#versions.set(version, parts);
    }
    return parts;
  }
}

/** What is made of a version's schema, when it is first needed. */
class VersionParts {
  readonly #definition: ResourceVersion;
  #schema: CompiledSchema | undefined;
  #applyType: ApplyType | undefined;
  #patchSchema: PatchSchema | undefined;

  constructor(definition: ResourceVersion) {
    this.#definition = definition;
  }

  schema(): CompiledSchema | undefined {
    if (!this.#definition.schema) return undefined;
    this.#schema ??= compileSchema(this.#definition.schema, this.#resolving());
    return this.#schema;
  }

  applyType(): ApplyType {
    this.#applyType ??= compileObjectType(this.#definition.schema, this.#resolving());
    return this.#applyType;
  }

  patchSchema(): PatchSchema {
    const { schema = {}, resolveReference = () => undefined } = this.#definition;
    this.#patchSchema ??= openApiPatchSchema(withMetadataPatches(schema), resolveReference);
    return this.#patchSchema;
  }

  #resolving(): { resolve?: NonNullable<ResourceVersion['resolveReference']> } {
    const { resolveReference } = this.#definition;
    return resolveReference ? { resolve: resolveReference } : {};
  }
}

/** How the lists of metadata are merged, for schemas that do not say what metadata is. */
const metadataPatches: JsonSchema = {
  properties: {
    finalizers: { type: 'array', items: { type: 'string' }, 'x-kubernetes-patch-strategy': 'merge' },
    ownerReferences: {
      type: 'array',
      items: { type: 'object' },
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'uid',
    },
  },
};

function withMetadataPatches(schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined || schema.properties?.['metadata']?.$ref !== undefined) return schema;
  return { ...schema, properties: { ...schema.properties, metadata: metadataPatches } };
}

function registerKind(group: string, definition: ResourceDefinition): Kind {
  const { kind, listKind, versions, convertAll } = definition;
  const storageVersion = definition.storageVersion ?? Object.keys(versions)[0]!;
  const hubVersion =
    definition.workingVersion === undefined || definition.workingVersion === 'request'
      ? storageVersion
      : definition.workingVersion;
  return new Scheme(group).register({
    group,
    kind,
    ...(listKind && { listKind }),
    hubVersion,
    storageVersion,
    versions,
    ...(convertAll && { convertAll }),
  });
}

/** The value at a path such as `spec.node`; undefined where there is none. */
export function valueAt(object: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, step))
      return undefined;
    value = (value as JsonObject)[step];
  }
  return value;
}

function text(value: JsonValue | undefined): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}
