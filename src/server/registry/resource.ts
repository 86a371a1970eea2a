import type { ApplyType, Versions } from '../../apimachinery/apply/index.js';
import type { GroupKind, GroupResource, JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import type { PatchSchema } from '../../apimachinery/patch/index.js';
import type { CompiledSchema } from '../../apimachinery/schema/index.js';
import { andThen, type Kind, type KindDefinition, type MaybePromise, Scheme } from '../../apimachinery/scheme/index.js';
import { type Attributes, type FieldTransform, metadataFieldsOnly } from '../../apimachinery/selectors/index.js';
import type { Renaming } from '../../storage/cacher/index.js';
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
import { VersionParts } from './version-parts.js';

/** A definition ready for use: names filled in, schemas compiled on first use, versions convertible. */
export class Resource {
  readonly definition: ResourceDefinition;
  readonly group: string;
  readonly singular: string;
  readonly listKind: string;
  readonly verbs: readonly Verb[];
  readonly groupResource: GroupResource;
  readonly groupKind: GroupKind;
  /** The same in the group that stores it, which is the one that refusals name. */
  readonly storedKind: GroupKind;
  readonly kind: Kind;
  readonly #versions = new Map<string, VersionParts>();
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
    return this.kind.apiVersion(version);
  }

  /** The version in which objects of a request in `requested` are worked on. */
  workingVersion(requested: string): string {
    const { workingVersion = this.storageVersion } = this.definition;
    return workingVersion === 'request' ? requested : workingVersion;
  }

  /** The version that an object is in; undefined: none of the resource's. */
  versionOf({ apiVersion }: JsonObject): string | undefined {
    return this.kind.versions.find((version) => this.apiVersion(version) === apiVersion);
  }

  /**
   * Stored bytes as an object of a version, where they are that already, or nearly. Undefined: the object must be
   * converted.
   */
  bytesIn(version: string, value: Buffer): Buffer | undefined {
    // Nobody changes the storage version of other resources at run time.
    if (!this.isCustom) return version === this.storageVersion ? value : undefined;
    return this.#customForm.bytesIn(version, value);
  }

  /**
   * How stored bytes begin, and what items of lists in a version have in its place: only those of custom resources say
   * what they are. Undefined: objects must be converted.
   */
  renamingTo(version: string): Renaming | undefined {
    if (this.isCustom) return this.#customForm.renamingTo(version);
    if (version !== this.storageVersion) return undefined;
    const stored = Buffer.from(storedStart(this.apiVersion(version), this.groupKind.kind));
    return { stored, sent: Buffer.from('{') };
  }

  /** Whether stored bytes are of the version that is stored now; of custom resources, whose versions come and go. */
  isStoredToday(value: Buffer): boolean {
    return this.#customForm.isToday(value);
  }

  get #customForm(): StoredForm {
    this.#storedForm ??= new StoredForm(this);
    return this.#storedForm;
  }

  /** Stored objects in a version, for lists and watches: what a webhook makes of them is remembered. */
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

  /** What is special about the resource itself, in a version; subresources may have strategies of their own. */
  strategy(version: string): Strategy {
    return this.version(version).strategy ?? this.definition.strategy ?? noStrategy;
  }

  subresources(version: string): Subresources {
    return this.version(version).subresources ?? this.definition.subresources ?? {};
  }

  /** The fields, beside name and namespace, that selectors may name in a version, or in any version. */
  selectableFields(version?: string): readonly string[] {
    const { selectableFields = [], versions } = this.definition;
    if (version !== undefined) return this.version(version).selectableFields ?? selectableFields;
    this.#selectableFields ??= [
      ...new Set(Object.values(versions).flatMap((each) => each.selectableFields ?? selectableFields)),
    ];
    return this.#selectableFields;
  }

  /** Undefined where nothing is held against a schema. */
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

  /** The versions as managed fields see them: of built-in kinds those that are served, of custom ones all. */
  get applyVersions(): Versions {
    const { isCustom } = this;
    const names = isCustom ? this.kind.versions : this.kind.servedVersions;
    const find = (apiVersion: string): string | undefined => {
      const version = names.find((name) => this.apiVersion(name) === apiVersion);
      // Upstream forgets owners in built-in versions that are gone, and fails over those in custom ones.
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
   * An object as it will be read from the store. What a custom resource does not have when it is written, because it
   * came in another version or its status was taken away, is read with the defaults of the storage version.
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

  /** Whether stored objects have the fields that selectors name; else only converted ones do. */
  get selectsStored(): boolean {
    return !this.isCustom || this.definition.convertAll === undefined;
  }

  /** Which fields selectors may name in a version. */
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

  /** What selectors look at, of an object in any version that has the storage version's selectable fields. */
  attributesOf(object: JsonObject): Attributes {
    const metadata = (object['metadata'] ?? {}) as Record<string, JsonValue>;
    const fields: Record<string, string> = { 'metadata.name': fieldText(metadata['name']) };
    if (this.isNamespaced) fields['metadata.namespace'] = fieldText(metadata['namespace']);
    const { fieldValue = valueAt } = this.definition;
    for (const path of this.selectableFields()) fields[path] = fieldText(fieldValue(object, path));
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
