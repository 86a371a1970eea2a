import type { ApplyType, Versions } from '../../apimachinery/apply/index.js';
import type { GroupKind, GroupResource, JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import type { PatchSchema } from '../../apimachinery/patch/index.js';
import type { CompiledSchema } from '../../apimachinery/schema/index.js';
import { andThen, type Kind, type KindDefinition, type MaybePromise, Scheme } from '../../apimachinery/scheme/index.js';
import { type Attributes, type FieldTransform, metadataFieldsOnly } from '../../apimachinery/selectors/index.js';
import type { Renaming } from '../../storage/cacher/index.js';
import { CompiledVersion } from './compiled-version.js';
import { convertUnpruned, customConversion, unknownCustomTarget, unknownCustomVersion } from './custom-conversion.js';
import { fieldText, knownFieldsOnly, valueAt } from './field-values.js';
import {
  allVerbs,
  type ResourceDefinition,
  type ResourceVersion,
  type Subresources,
  type Verb,
} from './resource-definition.js';
import { StoredForm } from './stored-form.js';
import { decodeStored, storedStart } from './stored-object.js';
import type { Strategy } from './strategy.js';

/** A definition ready for use: names filled in, schemas compiled on first use, versions convertible. */
export class Resource {
  readonly definition: ResourceDefinition;
  readonly group: string;
  readonly singular: string;
  readonly listKind: string;
  readonly verbs: readonly Verb[];
  readonly groupResource: GroupResource;
  readonly groupKind: GroupKind;
  /** The kind in the group that stores it; error messages use it. */
  readonly storedKind: GroupKind;
  readonly kind: Kind;
  readonly #versions = new Map<string, CompiledVersion>();
  #storedForm: StoredForm | undefined;
  #selectableFields: readonly string[] | undefined;

  constructor(group: string, definition: ResourceDefinition) {
    const { kind, plural } = definition;
    this.definition = definition;
    this.group = group;
    this.singular = definition.singular ?? kind.toLowerCase();
    this.listKind = definition.listKind ?? `${kind}List`;
    this.verbs = definition.verbs ?? allVerbs;
    this.groupResource = { group, resource: plural };
    this.groupKind = { group, kind };
    const { storageVersion = '' } = definition;
    this.storedKind = storageVersion.includes('/') ? { group: storageVersion.split('/')[0]!, kind } : this.groupKind;
    this.kind = registerKind(group, definition, this.#conversion());
  }

  #conversion(): Pick<KindDefinition, 'convertAll' | 'unknownVersion'> {
    if (this.isCustom) return { convertAll: customConversion(this), unknownVersion: unknownCustomVersion };
    const { convertAll } = this.definition;
    return convertAll ? { convertAll } : {};
  }

  get isNamespaced(): boolean {
    return this.definition.scope === 'Namespaced';
  }

  /** Whether a CustomResourceDefinition defines it. */
  get isCustom(): boolean {
    const { isCustom, workingVersion } = this.definition;
    return isCustom ?? workingVersion === 'request';
  }

  /** Key prefix of its objects, the same as in kube-apiserver. */
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
    return this.kind.apiVersion(version);
  }

  /** The version in which strategies process a request in version `requested`. */
  workingVersion(requested: string): string {
    const { workingVersion = this.storageVersion } = this.definition;
    return workingVersion === 'request' ? requested : workingVersion;
  }

  /** Returns the version of an object; undefined: none of the resource's. */
  versionOf({ apiVersion }: JsonObject): string | undefined {
    return this.kind.versions.find((version) => this.apiVersion(version) === apiVersion);
  }

  /**
   * Returns stored bytes as an object of a version, if they differ from it in apiVersion at most. Undefined: the object
   * must be converted.
   */
  bytesIn(version: string, value: Buffer): Buffer | undefined {
    // The storage version of built-in resources does not change at run time.
    if (!this.isCustom) return version === this.storageVersion ? value : undefined;
    return this.#customForm.bytesIn(version, value);
  }

  /**
   * The start of stored bytes, and its replacement in list items of a version: only custom resources keep their type.
   * Undefined: objects must be converted.
   */
  renamingTo(version: string): Renaming | undefined {
    if (this.isCustom) return this.#customForm.renamingTo(version);
    if (version !== this.storageVersion) return undefined;
    const stored = Buffer.from(storedStart(this.apiVersion(version), this.groupKind.kind));
    return { stored, sent: Buffer.from('{') };
  }

  /** Whether stored bytes are in the current storage version. For custom resources, whose versions can change. */
  isStoredToday(value: Buffer): boolean {
    return this.#customForm.isToday(value);
  }

  get #customForm(): StoredForm {
    this.#storedForm ??= new StoredForm(this);
    return this.#storedForm;
  }

  /** Returns stored objects in a version, for lists and watches; caches the results of a conversion webhook. */
  objectsIn(version: string, values: readonly Buffer[]): MaybePromise<readonly JsonObject[]> {
    if (version === this.storageVersion || !this.definition.convertAll) {
      return this.kind.convertAll(values.map(decodeStored), version);
    }
    return this.#parts(version)
      .convertedBytes(this, version)
      .of(values)
      .then((converted) => converted.map(decodeStored));
  }

  version(version: string): ResourceVersion {
    return this.definition.versions[version] ?? {};
  }

  /** The strategy of the main resource in a version; subresources may have their own. */
  strategy(version: string): Strategy {
    return this.version(version).strategy ?? this.definition.strategy ?? noStrategy;
  }

  subresources(version: string): Subresources {
    return this.version(version).subresources ?? this.definition.subresources ?? {};
  }

  /** The fields, besides name and namespace, that selectors support in a version, or in any version. */
  selectableFields(version?: string): readonly string[] {
    const { selectableFields = [], versions } = this.definition;
    if (version !== undefined) return this.version(version).selectableFields ?? selectableFields;
    this.#selectableFields ??= [
      ...new Set(Object.values(versions).flatMap((each) => each.selectableFields ?? selectableFields)),
    ];
    return this.#selectableFields;
  }

  /** Undefined if objects are not validated against a schema. */
  schema(version: string): CompiledSchema | undefined {
    return this.#parts(version).schema();
  }

  /** Returns how fields of objects in a version are owned and merged. */
  applyType(version: string): ApplyType {
    return this.#parts(version).applyType();
  }

  /** Returns how strategic merge patches merge lists of objects in a version. */
  patchSchema(version: string): PatchSchema {
    return this.#parts(version).patchSchema();
  }

  /** An object with no fields set. */
  emptyObject(version: string): JsonObject {
    const { emptyFields = {} } = this.version(version);
    return { apiVersion: this.apiVersion(version), kind: this.definition.kind, ...emptyFields };
  }

  /** The versions that managed fields may refer to: served ones for built-in kinds, all for custom resources. */
  get applyVersions(): Versions {
    const { isCustom } = this;
    const names = isCustom ? this.kind.versions : this.kind.servedVersions;
    const find = (apiVersion: string): string | undefined => {
      const version = names.find((name) => this.apiVersion(name) === apiVersion);
      // Upstream drops managed fields of removed built-in versions, and fails for removed custom ones.
      if (version === undefined && isCustom) throw new Error(unknownCustomTarget(apiVersion));
      return version;
    };
    return {
      mayMisfit: isCustom,
      typeOf: (apiVersion) => {
        const version = find(apiVersion);
        return version === undefined ? undefined : this.applyType(version);
      },
      convert: (object, apiVersion) => {
        const version = find(apiVersion);
        if (version === undefined) return undefined;
        return isCustom ? convertUnpruned(this, object, version) : this.kind.convert(object, version);
      },
    };
  }

  convert(object: JsonObject, version: string): MaybePromise<JsonObject> {
    return this.kind.convert(object, version);
  }

  /**
   * Returns the object as it will be stored. Custom resources get the defaults of the storage version, for fields that
   * were missing because of conversion or because the status was reset.
   */
  toStored(object: JsonObject): MaybePromise<JsonObject> {
    const { storageVersion } = this;
    const converted = this.convert(object, storageVersion);
    if (!this.isCustom) return andThen(converted, (stored) => this.#settled(stored));
    return andThen(converted, (stored) => {
      this.schema(storageVersion)?.applyDefaults(stored);
      return stored;
    });
  }

  #settled(object: JsonObject): JsonObject {
    this.version(this.storageVersion).settle?.(object);
    return object;
  }

  /** Whether selectable fields can be read from stored objects; otherwise only from converted ones. */
  get selectsStored(): boolean {
    return !this.isCustom || this.definition.convertAll === undefined;
  }

  /** Returns the fields that selectors support in a version. */
  fieldTransform(version: string): FieldTransform {
    const known = new Set(this.selectableFields(version));
    const isKnown = this.isCustom || known.size > 0;
    const otherwise = isKnown ? knownFieldsOnly(this.isNamespaced, this.definition.fieldProblem) : metadataFieldsOnly;
    const { fieldAliases = {} } = this.definition;
    return (sent, value) => {
      const field = (Object.hasOwn(fieldAliases, sent) && fieldAliases[sent]) || sent;
      return known.has(field) ? [field, value] : otherwise(field, value);
    };
  }

  /**
   * Returns the labels and fields for selectors, of an object in any version with the storage version's selectable
   * fields.
   */
  attributesOf(object: JsonObject): Attributes {
    const metadata = (object['metadata'] ?? {}) as Record<string, JsonValue>;
    const fields: Record<string, string> = { 'metadata.name': fieldText(metadata['name']) };
    if (this.isNamespaced) fields['metadata.namespace'] = fieldText(metadata['namespace']);
    const { fieldValue = valueAt } = this.definition;
    for (const path of this.selectableFields()) fields[path] = fieldText(fieldValue(object, path));
    return { labels: (metadata['labels'] ?? {}) as Record<string, string>, fields };
  }

  #parts(version: string): CompiledVersion {
    let parts = this.#versions.get(version);
    if (!parts) {
      parts = new CompiledVersion(this.version(version));
      this.#versions.set(version, parts);
    }
    return parts;
  }
}

function registerKind(
  group: string,
  definition: ResourceDefinition,
  conversion: Pick<KindDefinition, 'convertAll' | 'unknownVersion'>,
): Kind {
  const { kind, listKind, versions } = definition;
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
    ...conversion,
  });
}

const noStrategy: Strategy = {};
