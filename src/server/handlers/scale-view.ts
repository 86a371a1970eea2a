import {
  compileObjectType,
  fieldElement,
  parentManagedFields,
  type ReplicasPaths,
  scaleManagedFields,
  type Versions,
} from '../../apimachinery/apply/index.js';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  metadataOf,
  mutableMetadataOf,
} from '../../apimachinery/meta/index.js';
import { compileSchema, type JsonSchema } from '../../apimachinery/schema/index.js';
import { badRequest, internalError, invalid } from '../../apimachinery/status/index.js';
import { FieldPath, validateNonnegative } from '../../apimachinery/validation/index.js';
import { type Resource, type ScalePaths, ShapeError, valueAt } from '../registry/index.js';
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

const compiledScale = compileSchema(scaleSchema);
const scaleType = compileObjectType(scaleSchema);

const scaleVersions: Versions = {
  typeOf: (apiVersion) => (apiVersion === scaleApiVersion ? scaleType : undefined),
  convert: (object, apiVersion) => (apiVersion === scaleApiVersion ? object : undefined),
};

/** The replicas of an object as an autoscaling/v1 Scale, whatever the kind of the object is. */
export class ScaleView implements ObjectView {
  readonly apiVersion = scaleApiVersion;
  readonly groupKind = scaleGroupKind;
  readonly isWhole = false;
  readonly versions = scaleVersions;
  readonly #resource: Resource;
  readonly #paths: ScalePaths;
  readonly #replicasPaths: ReplicasPaths;

  constructor(resource: Resource, paths: ScalePaths) {
    this.#resource = resource;
    this.#paths = paths;
    const replicas = steps(paths.specReplicas).map(fieldElement);
    this.#replicasPaths = new Map(resource.kind.servedVersions.map((name) => [resource.apiVersion(name), replicas]));
  }

  shape(object: JsonObject): readonly string[] {
    const unknown = shapeMetadata(object);
    unknown.push(...compiledScale.prune(object));
    const [error] = compiledScale.validateValues(object);
    if (error) throw new ShapeError(`json: cannot unmarshal ${error.field} into Go struct field Scale.${error.field}`);
    return unknown;
  }

  show(object: JsonObject): JsonObject {
    const { specReplicas } = this.#paths;
    if (this.#resource.isCustom && valueAt(object, specReplicas) === undefined) {
      throw internalError(`the spec replicas field ${JSON.stringify(`.${specReplicas}`)} does not exist`);
    }
    return this.#scaleOf(object);
  }

  showWithOwners(object: JsonObject): JsonObject {
    const scale = this.#scaleOf(object);
    const owners = scaleManagedFields((metadataOf(object).managedFields ?? []) as JsonObject[], this.#replicasPaths);
    if (owners.length > 0) mutableMetadataOf(scale)['managedFields'] = owners;
    return scale;
  }

  absorb(object: JsonObject | undefined, scale: JsonObject): JsonObject {
    if (!object) throw badRequest('nil update passed to Scale');
    const replicas = integerAt(scale, 'spec.replicas');
    const { name = '', resourceVersion, managedFields = [] } = metadataOf(scale);
    const errors = validateNonnegative(replicas, FieldPath.of('spec', 'replicas'));
    if (errors.length > 0 && !this.#resource.isCustom) throw invalid(scaleGroupKind, name, errors);
    const result = withValueAt(object, steps(this.#paths.specReplicas), replicas);
    const metadata = { ...mutableMetadataOf(object) };
    if (resourceVersion) metadata['resourceVersion'] = resourceVersion;
    metadata['managedFields'] = this.#parentOwners(object, managedFields as unknown as JsonObject[]);
    return { ...result, metadata };
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
    const value = valueAt(object, steps(labelSelector).join('.'));
    return typeof value === 'string' ? value : '';
  }
}

function steps(path: string): string[] {
  return path.replace(/^\./, '').split('.');
}

function integerAt(object: JsonObject, path: string): number {
  const value = valueAt(object, steps(path).join('.'));
  return typeof value === 'number' ? value : 0;
}

/** The object with another value at a path; it is not changed itself. */
function withValueAt(object: JsonObject, [step, ...rest]: readonly string[], value: JsonValue): JsonObject {
  if (step === undefined) return object;
  if (rest.length === 0) return { ...object, [step]: value };
  const inner = object[step];
  return { ...object, [step]: withValueAt(isJsonObject(inner) ? inner : {}, rest, value) };
}
