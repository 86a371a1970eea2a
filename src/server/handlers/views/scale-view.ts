// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresource/etcd.go (v1.36)
// Follows pkg/registry/apps/deployment/storage/storage.go (v1.36)

import {
  compileObjectType,
  fieldElement,
  parentManagedFields,
  type ReplicasPaths,
  scaleManagedFields,
  type Versions,
} from '../../../apimachinery/apply/index.js';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonTypeName,
  metadataOf,
  mutableMetadataOf,
} from '../../../apimachinery/meta/index.js';
import { compileSchema, type JsonSchema } from '../../../apimachinery/schema/index.js';
import { badRequest, internalError, invalid } from '../../../apimachinery/status/index.js';
import { FieldPath, validateNonnegative } from '../../../apimachinery/validation/index.js';
import { type ObjectDecoding, ShapeError } from '../../dialect/index.js';
import {
  type ApplyChecks,
  type Resource,
  type ScalePaths,
  type ScaleSubresource,
  type TableColumn,
  valueAt,
} from '../../registry/index.js';
import { type ObjectView, shapeMetadata } from './object-view.js';

const scaleApiVersion = 'autoscaling/v1';
const scaleGroupKind = { group: 'autoscaling', kind: 'Scale' };

const scaleSchema: JsonSchema = {
  type: 'object',
  properties: {
    spec: { type: 'object', properties: { replicas: { type: 'integer', format: 'int32' } } },
    status: {
      type: 'object',
      properties: { replicas: { type: 'integer', format: 'int32' }, selector: { type: 'string' } },
    },
  },
};

/** Placeholder for unset replicas while a scale is changed; an unchanged placeholder means still unset. */
const unsaidReplicas = -(2 ** 31);

const compiledScale = compileSchema(scaleSchema);
const scaleType = compileObjectType(scaleSchema);

const scaleVersions: Versions = {
  typeOf: (apiVersion) => (apiVersion === scaleApiVersion ? scaleType : undefined),
  convert: (object, apiVersion) => (apiVersion === scaleApiVersion ? object : undefined),
};

/** The replicas of an object of any kind, as an autoscaling/v1 Scale. */
export class ScaleView implements ObjectView {
  readonly apiVersion = scaleApiVersion;
  readonly groupKind = scaleGroupKind;
  readonly isWhole = false;
  readonly versions = scaleVersions;
  readonly columns: readonly TableColumn[] | undefined;
  readonly decoding: ObjectDecoding | undefined;
  readonly applyChecks: ApplyChecks | undefined;
  readonly #paths: ScalePaths;
  readonly #unsetReplicas: ScaleSubresource['unsetReplicas'];
  readonly #validate: NonNullable<ScaleSubresource['validateReplicas']>;
  readonly #replicasPaths: ReplicasPaths;

  constructor(resource: Resource, scale: ScaleSubresource) {
    this.columns = scale.columns;
    this.decoding = scale.decoding;
    this.applyChecks = scale.applyChecks;
    this.#paths = scale.paths;
    this.#unsetReplicas = scale.unsetReplicas;
    this.#validate = scale.validateReplicas ?? validateNonnegative;
    this.#replicasPaths = replicasPathsOf(resource);
  }

  shape(object: JsonObject): readonly string[] {
    const unknown = [...shapeMetadata(object), ...compiledScale.prune(object)];
    const [error] = compiledScale.validateValues(object);
    // Schema errors have no field for a number that is out of its format's range.
    const field = error?.field === '<nil>' ? 'spec.replicas' : error?.field;
    if (field !== undefined) throw new ShapeError(`json: cannot unmarshal ${typeNameAt(object, field)}`);
    // Zero replicas are omitted, as in the Go type, and so have no owner.
    if (isJsonObject(object['spec']) && object['spec']['replicas'] === 0) delete object['spec']['replicas'];
    return unknown;
  }

  show(object: JsonObject): JsonObject {
    if (this.#isUnscaled(object)) {
      throw internalError(`the spec replicas field ${JSON.stringify(`.${this.#paths.specReplicas}`)} does not exist`);
    }
    return this.#scaleOf(object);
  }

  showWithOwners(object: JsonObject): JsonObject {
    const scale = this.#scaleOf(object);
    if (this.#isUnscaled(object)) scale['spec'] = { replicas: unsaidReplicas };
    const owners = scaleManagedFields((metadataOf(object).managedFields ?? []) as JsonObject[], this.#replicasPaths);
    if (owners.length > 0) mutableMetadataOf(scale)['managedFields'] = owners;
    return scale;
  }

  absorb(object: JsonObject | undefined, scale: JsonObject): JsonObject {
    if (!object) throw badRequest('nil update passed to Scale');
    const replicas = integerAt(scale, 'spec.replicas');
    if (replicas === unsaidReplicas && this.#isUnscaled(object)) {
      throw badRequest(`the spec replicas field ${JSON.stringify(`.${this.#paths.specReplicas}`)} cannot be empty`);
    }
    const { name = '', resourceVersion, managedFields = [] } = metadataOf(scale);
    const errors = this.#validate(replicas, FieldPath.of('spec', 'replicas'));
    if (errors.length > 0) throw invalid(scaleGroupKind, name, errors);
    const result = withValueAt(object, this.#paths.specReplicas.split('.'), replicas);
    const metadata = { ...mutableMetadataOf(object) };
    if (resourceVersion) metadata['resourceVersion'] = resourceVersion;
    const owners = this.#parentOwners(object, managedFields as unknown as JsonObject[]);
    if (owners.length > 0) metadata['managedFields'] = owners;
    else delete metadata['managedFields'];
    return { ...result, metadata };
  }

  /** Whether the object has no replicas, and so no scale. */
  #isUnscaled(object: JsonObject): boolean {
    return this.#unsetReplicas === 'no scale' && valueAt(object, this.#paths.specReplicas) === undefined;
  }

  #parentOwners(object: JsonObject, scaleOwners: readonly JsonObject[]): JsonObject[] {
    const apiVersion = String(object['apiVersion']);
    const owners = (metadataOf(object).managedFields ?? []) as JsonObject[];
    return parentManagedFields(owners, scaleOwners, { apiVersion, paths: this.#replicasPaths });
  }

  #scaleOf(object: JsonObject): JsonObject {
    const { name, namespace, uid, resourceVersion, creationTimestamp } = mutableMetadataOf(object);
    const metadata: JsonObject = {};
    for (const [key, value] of Object.entries({ name, namespace, uid, resourceVersion, creationTimestamp })) {
      if (value !== undefined) metadata[key] = value;
    }
    const replicas = integerAt(object, this.#paths.specReplicas);
    const selector = this.#selectorOf(object);
    return {
      kind: scaleGroupKind.kind,
      apiVersion: scaleApiVersion,
      metadata,
      spec: replicas === 0 ? {} : { replicas },
      status: { replicas: integerAt(object, this.#paths.statusReplicas), ...(selector && { selector }) },
    };
  }

  #selectorOf(object: JsonObject): string {
    const { labelSelector } = this.#paths;
    if (labelSelector === undefined) return '';
    if (typeof labelSelector === 'function') return labelSelector(object);
    const value = valueAt(object, labelSelector);
    return typeof value === 'string' ? value : '';
  }
}

/** Returns the path to the replicas in each version. */
function replicasPathsOf(resource: Resource): ReplicasPaths {
  return new Map(
    resource.kind.servedVersions.flatMap((name) => {
      const { scale } = resource.subresources(name);
      if (!scale) return [];
      return [[resource.apiVersion(name), scale.paths.specReplicas.split('.').map(fieldElement)]];
    }),
  );
}

/** Returns the actual and the expected type, as in Go's error messages. */
function typeNameAt(object: JsonObject, field: string): string {
  const value = valueAt(object, field) ?? null;
  const [part = ''] = field.split('.');
  const struct = part === 'spec' ? 'ScaleSpec' : 'ScaleStatus';
  if (part === field) return `${jsonTypeName(value)} into Go struct field Scale.${field} of type v1.${struct}`;
  const wanted = field.endsWith('selector') ? 'string' : 'int32';
  const literal = wanted === 'int32' && typeof value === 'number' ? ` ${value}` : '';
  return `${jsonTypeName(value)}${literal} into Go struct field ${struct}.${field} of type ${wanted}`;
}

function integerAt(object: JsonObject, path: string): number {
  const value = valueAt(object, path);
  return typeof value === 'number' ? value : 0;
}

/** Returns a copy of the object with another value at a path. */
function withValueAt(object: JsonObject, [step, ...rest]: readonly string[], value: JsonValue): JsonObject {
  if (step === undefined) return object;
  if (rest.length === 0) return { ...object, [step]: value };
  const inner = object[step];
  return { ...object, [step]: withValueAt(isJsonObject(inner) ? inner : {}, rest, value) };
}
