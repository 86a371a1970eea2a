import type { GroupVersionKind, JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import type { ConvertAll, MaybePromise } from '../../apimachinery/scheme/index.js';
import type { FieldError, FieldPath } from '../../apimachinery/validation/index.js';
import type { Dialect, ObjectDecoding, TypeShapeOptions } from '../dialect/index.js';
import type { FeatureGates } from '../feature-gates/index.js';
import type { ApiResponse } from '../http/index.js';
import type { RequestContext } from '../request-context.js';
import type { ObjectSource } from './object-source.js';
import type { ResourceStore } from './resource-store.js';
import type { Strategy } from './strategy.js';

/** The verbs of resources. */
export type Verb = 'create' | 'get' | 'list' | 'watch' | 'update' | 'patch' | 'delete' | 'deletecollection';

export const allVerbs: readonly Verb[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
];

/** A column of the table that `kubectl get` prints. */
export interface TableColumn<Type = JsonObject> {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  /** A text, or a function that returns it, where loading the text is left to the first use. */
  readonly description?: string | (() => string);
  /** 0 is always shown; higher priorities only in wide output. */
  readonly priority?: number;
  /** Rows have a cell for the column, but the table does not define it; upstream does this in places. */
  readonly isHidden?: boolean;
  valueOf(object: Type): string | number | bigint | boolean | null;
}

/** A condition of a table row, such as that the object has completed. */
export interface RowCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** A version of a resource. `Type` is the type of its objects, `Hub` that of the version which strategies use. */
export interface ResourceVersion<Type = JsonObject, Hub = JsonObject> {
  /** Whether clients may use the version. Unset: true. */
  readonly served?: boolean;
  /**
   * Schema of objects in this version, structural like that of a CustomResourceDefinition. It determines how fields are
   * applied and patched; it also defaults, prunes and validates, including its rules (x-kubernetes-validations), unless
   * `shape` and the strategy do.
   */
  readonly schema?: JsonSchema | undefined;
  /** Resolves a `$ref` in the schema. */
  readonly resolveReference?: (reference: string) => JsonSchema | undefined;
  /** Initial values of the fields, other than type and metadata, that objects always have: `{ status: {} }`. */
  readonly emptyFields?: JsonObject;
  /** Annotations that the version uses for content; PartialObjectMetadata omits them. */
  readonly contentAnnotations?: readonly string[];
  /** These three override those of the resource, where versions differ. */
  readonly strategy?: Strategy<Type>;
  readonly subresources?: Subresources<Type>;
  readonly selectableFields?: readonly string[];
  readonly columns?: readonly TableColumn<Type>[];
  /** Order of Table rows. Unset: that of the list. */
  rowOrder?(one: Type, other: Type): number;
  rowConditions?(object: Type): readonly RowCondition[];
  /** The release that introduced it, such as `1.34`: servers that emulate an earlier one do not serve it. */
  readonly introduced?: string;
  /** The release that no longer serves it, such as `1.34`: only servers that emulate an earlier one do. */
  readonly removed?: string;
  /** Warning for clients that use the version. */
  readonly deprecationWarning?: string;
  /** Returns a new object in the hub version. Unset: the version has the hub's fields. */
  toHub?(object: Type): MaybePromise<Hub>;
  /** The reverse conversion. */
  fromHub?(object: Hub): MaybePromise<Type>;
  applyDefaults?(object: Type, features: FeatureGates): void;
  /**
   * Decodes an object that a client sent, in place and before defaulting: drops null, empty and unknown fields. Returns
   * the paths of the unknown ones. Throws `ShapeError` for a value of the wrong type. With it, the schema is only
   * published and used by server-side apply.
   */
  readonly shape?: (object: JsonObject, options?: TypeShapeOptions) => readonly string[];
  /** Normalizes an object, in place, as storing it in this version does. */
  readonly settle?: (object: JsonObject) => void;
}

/** Paths of the scale subresource's fields in an object, such as `spec.replicas`. */
export interface ScalePaths {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  /** Path of the selector, or a function that returns it. */
  readonly labelSelector?: string | ((object: JsonObject) => string);
}

/** A request for a custom handler. `Type` is the type of the resource's objects in the working version. */
export interface ConnectRequest<Type = JsonObject> {
  readonly context: RequestContext;
  /** Options of a connection; see `ConnectSubresource`. */
  readonly options: JsonObject;
  /** Store of the resource that the handler belongs to. */
  readonly store: ResourceStore;
  readonly version: string;
  /** Returns the stored object that the path names, in the working version. Throws `notFound`. */
  object(): Promise<Type>;
  /**
   * Reads the object of the request: of the right kind, decoded and admitted. `prepare` runs between mutating and
   * validating admission and returns the object to validate.
   */
  read(prepare?: (object: JsonObject) => Promise<JsonObject>): Promise<JsonObject>;
  /** Throws `forbidden` unless the user is also authorized for another verb. */
  requireVerb(verb: Verb): Promise<void>;
  /** Responds with an object, in the negotiated form. */
  respond(status: number, object: JsonObject): Promise<ApiResponse>;
  /** Responds with a list of objects, in the negotiated form. */
  respondList(items: readonly JsonObject[]): Promise<ApiResponse>;
}

/** Responds to a request. */
export type Connect = (request: ConnectRequest) => MaybePromise<ApiResponse>;

/** Serves the whole object, and lets clients change what its strategy allows, like `status` and `resize`. */
export interface ObjectSubresource<Type = JsonObject> {
  readonly verbs: readonly Verb[];
  /** Unset: that of the resource. */
  readonly strategy?: Strategy<Type>;
}

/** Additional checks of server-side apply. They throw a StatusError. */
export interface ApplyChecks {
  /** Checks the live object before the configuration is applied. */
  checkLive(live: JsonObject): void;
  checkApplied(config: JsonObject, change: { readonly live: JsonObject; readonly applied: JsonObject }): void;
}

/** Serves the Scale of an object. */
export interface ScaleSubresource<Type = JsonObject> extends ObjectSubresource<Type> {
  readonly paths: ScalePaths;
  /** Table columns of a Scale. */
  readonly columns?: readonly TableColumn[];
  /** What an object without replicas has: `zero` replicas, or `no scale` to read or change. Unset: zero. */
  readonly unsetReplicas?: 'zero' | 'no scale';
  /** Validates the replicas of a Scale. Unset: they must not be negative. */
  validateReplicas?(replicas: number, path: FieldPath): readonly FieldError[];
  /** How a Scale is decoded. Unset: like the objects of the resource. */
  readonly decoding?: ObjectDecoding;
  readonly applyChecks?: ApplyChecks;
}

export interface ConnectionOptions {
  /** Such as PodExecOptions, in the group and version of the resource. */
  readonly kind: string;
  /** Parses the options of a request. Throws `badRequest`. */
  readonly read: (context: RequestContext) => JsonObject;
  /** Accepts all methods, and all paths below it. */
  readonly isProxy?: boolean;
}

/** A query parameter of a request. */
export interface QueryParameter {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'boolean';
  readonly description: string;
}

/**
 * Has a custom handler, like `eviction` and `exec`. `serveWebSocket` and `streamResponse` create responses for those
 * that stream.
 */
export interface ConnectSubresource<Type = JsonObject> {
  readonly verbs: readonly Verb[];
  connect(request: ConnectRequest<Type>): MaybePromise<ApiResponse>;
  /** Its requests have no deadline, and are exempt from the limits of requests in flight. Set it for streams. */
  readonly isLongRunning?: boolean;
  /** Parameters, as published in OpenAPI. */
  readonly parameters?: readonly QueryParameter[];
  /** Kind of the object that clients send, such as Eviction for pods. */
  readonly objectKind?: GroupVersionKind;
  /** Older API versions in which it may still be sent; they differ in name only. */
  readonly formerApiVersions?: readonly string[];
  /** Shape and schema of the object. Unset: only its metadata is decoded. */
  readonly objectVersion?: Pick<
    ResourceVersion,
    'schema' | 'shape' | 'applyDefaults' | 'emptyFields' | 'resolveReference'
  >;
  /** Set for a connection, which admission sees as CONNECT: how its options are read. */
  readonly connection?: ConnectionOptions;
}

/** The subresources of a resource, by name. */
export interface Subresources<Type = JsonObject> {
  readonly status?: ObjectSubresource<Type>;
  readonly scale?: ScaleSubresource<Type>;
  readonly [name: string]: ObjectSubresource<Type> | ScaleSubresource<Type> | ConnectSubresource<Type> | undefined;
}

/** A subresource that serves the whole object or its scale. */
export function isObjectSubresource<Type>(
  subresource: Subresources<Type>[string],
): subresource is ObjectSubresource<Type> {
  return subresource !== undefined && !('connect' in subresource);
}

/**
 * Routes, discovery, OpenAPI, validation, defaulting and apply behaviour all derive from this. `Type` is the type of
 * the objects in the working version.
 */
export interface ResourceDefinition<Type = JsonObject> {
  readonly kind: string;
  readonly plural: string;
  readonly singular?: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly scope: 'Namespaced' | 'Cluster';
  /** The feature gate without which no version is served. */
  readonly featureGate?: string;
  /** Unset: all, or those that the source supports. */
  readonly verbs?: readonly Verb[];
  /** The most preferred version first. */
  readonly versions: Readonly<Record<string, ResourceVersion>>;
  /** The version that strategies use; `request`: the version of the request. Unset: the storage version. */
  readonly workingVersion?: string;
  /**
   * The version that is stored. Unset: the first one. A version that belongs to another group is listed as an unserved
   * version named by group and version: events of events.k8s.io are stored as `/v1`, below the `storagePrefix` of core
   * events.
   */
  readonly storageVersion?: string;
  /**
   * The version from which discovery computes the storage version hash, where kube-apiserver stores another version
   * than we do: clients compare the hashes of different servers.
   */
  readonly hashedVersion?: string;
  /** The version of the stored bytes, if another one than objects are kept in: a version that only the store has. */
  readonly storedIn?: StoredIn;
  /** Key prefix of the objects. Unset: `<group>/<plural>`, and `<plural>` in the core group. */
  readonly storagePrefix?: string;
  readonly convertAll?: ConvertAll;
  readonly strategy?: Strategy<Type>;
  readonly subresources?: Subresources<Type>;
  /** Functions that the objects come from: the resource is virtual. Unset: they are stored. */
  readonly source?: ObjectSource<Type>;
  /** Custom handlers for verbs of resources that are not stored, such as reviews. */
  readonly handlers?: Readonly<Partial<Record<Verb, Connect>>>;
  /** Paths of fields, besides `metadata.name` and `metadata.namespace`, that field selectors support. */
  readonly selectableFields?: readonly string[];
  /**
   * The selectable field that upstream's cache has an index for. Lists by it have exact pages: the last one has no
   * continue token, even if other objects follow.
   */
  readonly indexedField?: string;
  /** Alternative names of selectable fields. */
  readonly fieldAliases?: Readonly<Record<string, string>>;
  /** Returns the error for an unsupported field, where it differs from the general one. */
  readonly fieldProblem?: (field: string, version: string) => string;
  /** Returns the value of a selectable field of a stored object. Unset: the value at its path. */
  fieldValue?(object: Type, field: string): JsonValue | undefined;
  /**
   * Sets fields of an object in the storage version, in place, that servers did not set when they stored it: fields
   * that repeat others, for instance.
   */
  defaultOnRead?(object: Type): void;
  /** How its API behaves where servers differ. Unset: `plainDialect`. */
  readonly dialect?: Dialect;
}

/** Converts objects of the storage version to a version that is only stored; its `toHub` converts them back. */
export interface StoredIn {
  readonly apiVersion: string;
  readonly convert: (object: JsonObject) => JsonObject;
}

/** An API group and its resources. */
export interface GroupDefinition {
  /** Empty for the core group. */
  readonly name: string;
  readonly resources: readonly ResourceDefinition[];
}

/** Defines a resource. `Type` is the type of its objects in the hub version, such as `FromSchema<typeof schema>`. */
export function defineResource<Type extends JsonObject = JsonObject>(
  definition: ResourceDefinition<Type>,
): ResourceDefinition {
  return definition;
}

/** Defines a version with the type of its objects, and that of the hub version if it differs. */
export function defineVersion<Type extends JsonObject, Hub extends JsonObject = Type>(
  definition: ResourceVersion<Type, Hub>,
): ResourceVersion {
  return definition;
}

/** Defines an API group: `server.install(defineGroup({ name: 'example.com', resources: [flunders] }))`. */
export function defineGroup(definition: GroupDefinition): GroupDefinition {
  return definition;
}
