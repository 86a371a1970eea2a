import type { ApplyType } from '../../apimachinery/apply/index.js';
import type { GroupKind, GroupResource, JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import type { PatchSchema } from '../../apimachinery/patch/index.js';
import type { CompiledSchema } from '../../apimachinery/schema/index.js';
import {
  all,
  andThen,
  type Kind,
  type KindDefinition,
  type MaybePromise,
  Scheme,
  type VersionDefinition,
} from '../../apimachinery/scheme/index.js';
import { type Attributes, type FieldTransform, metadataFieldsOnly } from '../../apimachinery/selectors/index.js';
import { type Dialect, plainDialect, type StoredForm, type StoredResource } from '../dialect/index.js';
import { FeatureGates } from '../feature-gates/index.js';
import { CompiledVersion } from './compiled-version.js';
import { fieldText, knownFieldsOnly, valueAt } from './field-values.js';
import { FixedStoredForm } from './fixed-stored-form.js';
import { verbsOf } from './object-source.js';
import {
  allVerbs,
  type ResourceDefinition,
  type ResourceVersion,
  type Subresources,
  type Verb,
} from './resource-definition.js';
import { decodeStoredYielding } from './stored-object.js';
import type { Strategy } from './strategy.js';

/** A definition ready for use: names filled in, schemas compiled on first use, versions convertible. */
export class Resource implements StoredResource {
  readonly definition: ResourceDefinition;
  readonly group: string;
  readonly singular: string;
  readonly listKind: string;
  readonly verbs: readonly Verb[];
  readonly groupResource: GroupResource;
  readonly groupKind: GroupKind;
  /** The kind in the group that stores it; error messages use it. */
  readonly storedKind: GroupKind;
  readonly dialect: Dialect;
  readonly storedForm: StoredForm;
  readonly kind: Kind;
  readonly #features: FeatureGates;
  readonly #versions = new Map<string, CompiledVersion>();
  #selectableFields: readonly string[] | undefined;

  /** Servers of a process that have the same definition and features share what is compiled from it. */
  static shared(group: string, definition: ResourceDefinition, features: FeatureGates = genericFeatures): Resource {
    const known = shared.get(definition);
    if (known?.group === group && known.#features === features) return known;
    const resource = new Resource(group, definition, features);
    shared.set(definition, resource);
    return resource;
  }

  /** `features`: those that defaults depend on. Unset: the gates of the generic server, at their defaults. */
  constructor(group: string, definition: ResourceDefinition, features: FeatureGates = genericFeatures) {
    const { kind, plural } = definition;
    this.definition = definition;
    this.#features = features;
    this.group = group;
    this.singular = definition.singular ?? kind.toLowerCase();
    this.listKind = definition.listKind ?? `${kind}List`;
    this.verbs = definition.verbs ?? (definition.source ? verbsOf(definition.source) : allVerbs);
    this.groupResource = { group, resource: plural };
    this.groupKind = { group, kind };
    const { storageVersion = '' } = definition;
    this.storedKind = storageVersion.includes('/') ? { group: storageVersion.split('/')[0]!, kind } : this.groupKind;
    this.dialect = definition.dialect ?? plainDialect;
    this.storedForm = this.dialect.storedForm?.(this) ?? new FixedStoredForm(this, this.dialect);
    this.kind = registerKind(group, definition, { features, ...this.storedForm.conversion });
  }

  get isNamespaced(): boolean {
    return this.definition.scope === 'Namespaced';
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

  /** Returns stored objects in a version, for lists and watches; caches the results of a conversion webhook. */
  objectsIn(version: string, values: readonly Buffer[]): MaybePromise<readonly JsonObject[]> {
    if (!this.definition.convertAll) {
      return andThen(all(values.map(decodeStoredYielding)), (objects) => this.kind.convertAll(objects, version));
    }
    return andThen(this.convertedAhead(version, values), (converted) => all(converted.map(decodeStoredYielding)));
  }

  /** Converts what `objectsIn` needs a conversion webhook for, so that it cannot fail for these values. */
  convertedAhead(version: string, values: readonly Buffer[]): MaybePromise<readonly Buffer[]> {
    if (!this.definition.convertAll) return values;
    const isOfVersion = (value: Buffer) =>
      version === this.storageVersion && this.storedForm.bytesIn(version, value) !== undefined;
    const others = values.filter((value) => !isOfVersion(value));
    if (others.length === 0) return values;
    const converting = this.#compiled(version).convertedBytes(this, version).of(others);
    return converting.then((converted) => {
      const next = converted.values();
      return values.map((value) => (isOfVersion(value) ? value : next.next().value!));
    });
  }

  version(version: string): ResourceVersion {
    return this.definition.versions[version] ?? {};
  }

  /** The strategy of the main resource in a version; subresources may have their own. */
  strategy(version: string): Strategy {
    const strategy = this.version(version).strategy ?? this.definition.strategy ?? noStrategy;
    return this.definition.source ? withoutDependents(strategy) : strategy;
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
    return this.#compiled(version).schema();
  }

  /** Returns how fields of objects in a version are owned and merged. */
  applyType(version: string): ApplyType {
    return this.#compiled(version).applyType();
  }

  /** Returns how strategic merge patches merge lists of objects in a version. */
  patchSchema(version: string): PatchSchema {
    return this.#compiled(version).patchSchema();
  }

  /** An object with no fields set. */
  emptyObject(version: string): JsonObject {
    const { emptyFields = {} } = this.version(version);
    return { apiVersion: this.apiVersion(version), kind: this.definition.kind, ...emptyFields };
  }

  convert(object: JsonObject, version: string): MaybePromise<JsonObject> {
    return this.kind.convert(object, version);
  }

  /** Returns the fields that selectors support in a version. */
  fieldTransform(version: string): FieldTransform {
    const known = new Set(this.selectableFields(version));
    const { fieldAliases = {}, fieldProblem } = this.definition;
    const isKnown = fieldProblem !== undefined || known.size > 0;
    const problemOf = fieldProblem && ((field: string) => fieldProblem(field, version));
    const otherwise = isKnown ? knownFieldsOnly(this.isNamespaced, problemOf) : metadataFieldsOnly;
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

  #compiled(version: string): CompiledVersion {
    let compiled = this.#versions.get(version);
    if (!compiled) {
      compiled = new CompiledVersion(this.version(version));
      this.#versions.set(version, compiled);
    }
    return compiled;
  }
}

function registerKind(
  group: string,
  definition: ResourceDefinition,
  { features, ...conversion }: Pick<KindDefinition, 'convertAll' | 'unknownVersion'> & { features: FeatureGates },
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
    versions: Object.fromEntries(
      Object.entries(versions).map(([name, version]) => [name, withFeatures(version, features)]),
    ),
    ...conversion,
  });
}

/** Inherits from the version: copying it would resolve its schema. */
function withFeatures(version: ResourceVersion, features: FeatureGates): VersionDefinition {
  const applyDefaults = (object: JsonObject): void => version.applyDefaults?.(object, features);
  return Object.create(version, { applyDefaults: { value: applyDefaults } });
}

const noStrategy: Strategy = {};
const genericFeatures = new FeatureGates();
/** The last one that was made from each definition. */
const shared = new WeakMap<ResourceDefinition, Resource>();

/** A source has no finalizers to wait for dependents with. */
function withoutDependents(strategy: Strategy): Strategy {
  return Object.assign(Object.create(strategy), { defaultPropagation: strategy.defaultPropagation ?? 'Unsupported' });
}
