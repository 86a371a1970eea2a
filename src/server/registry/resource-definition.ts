import type { GroupVersionKind, JsonObject, JsonValue } from '../../apimachinery/meta/index.js';
import type { CompileRules, JsonSchema } from '../../apimachinery/schema/index.js';
import type { ConvertAll, MaybePromise } from '../../apimachinery/scheme/index.js';
import type { ApiResponse } from '../http/index.js';
import type { RequestContext } from '../request-context.js';
import type { ResourceStore } from './resource-store.js';
import type { Strategy } from './strategy.js';

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
export interface TableColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  readonly description?: string;
  /** 0 is always shown; higher priorities only in wide output. */
  readonly priority?: number;
  /** Rows have a cell for the column, but the table does not define it; upstream does this in places. */
  readonly isUntold?: boolean;
  readonly valueOf: (object: JsonObject) => string | number | bigint | boolean | null;
}

/** A condition of a table row, such as that the object has completed. */
export interface RowCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

export interface ResourceVersion {
  /** Whether clients may use the version. Unset: true. */
  readonly served?: boolean;
  /**
   * Schema of objects in this version. It determines how fields are applied and patched; it also defaults, prunes and
   * validates, unless `shape` and the strategy do.
   */
  readonly schema?: JsonSchema;
  /** Compiles the rules of the schema (x-kubernetes-validations). Unset: they are not evaluated. */
  readonly compileRules?: CompileRules;
  /** Resolves a `$ref` in the schema. */
  readonly resolveReference?: (reference: string) => JsonSchema | undefined;
  /** Initial values of the fields, other than type and metadata, that objects always have: `{ status: {} }`. */
  readonly emptyFields?: JsonObject;
  /** Annotations that the version uses for content; PartialObjectMetadata omits them. */
  readonly contentAnnotations?: readonly string[];
  /** These three override those of the resource, where versions differ. */
  readonly strategy?: Strategy;
  readonly subresources?: Subresources;
  readonly selectableFields?: readonly string[];
  readonly columns?: readonly TableColumn[];
  /** Order of Table rows. Unset: that of the list. */
  readonly rowOrder?: (one: JsonObject, other: JsonObject) => number;
  readonly rowConditions?: (object: JsonObject) => readonly RowCondition[];
  /** Warning for clients that use the version. */
  readonly deprecationWarning?: string;
  /** Returns a new object in the hub version. Unset: the version has the hub's fields. */
  readonly toHub?: (object: JsonObject) => MaybePromise<JsonObject>;
  readonly fromHub?: (object: JsonObject) => MaybePromise<JsonObject>;
  readonly applyDefaults?: (object: JsonObject) => void;
  /**
   * Decodes an object that a client sent, in place and before defaulting: drops null, empty and unknown fields. Returns
   * the paths of the unknown ones. Throws `ShapeError` for a value of the wrong type. With it, the schema is only
   * published and used by server-side apply.
   */
  readonly shape?: (object: JsonObject, options?: TypeShapeOptions) => readonly string[];
  /** Normalizes an object, in place, as storing it in this version does. */
  readonly settle?: (object: JsonObject) => void;
}

export interface TypeShapeOptions {
  /** Truncates integers that are out of their field's range, like a Go conversion. Unset: they are rejected. */
  readonly integers?: 'convert';
}

/** A value of the wrong type for its field; the message is Go's, such as `json: cannot unmarshal number into …`. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
}

/** Paths of the scale subresource's fields in an object, such as `spec.replicas`. */
export interface ScalePaths {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  /** Path of the selector, or a function that returns it. */
  readonly labelSelector?: string | ((object: JsonObject) => string);
}

/** A request for a custom handler. */
export interface ConnectRequest {
  readonly context: RequestContext;
  /** Options of a connection; see `ConnectSubresource`. */
  readonly options: JsonObject;
  /** Store of the resource that the handler belongs to. */
  readonly store: ResourceStore;
  readonly version: string;
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

export type Connect = (request: ConnectRequest) => Promise<ApiResponse>;

export interface SubresourceDefinition {
  readonly verbs: readonly Verb[];
  readonly strategy?: Strategy;
}

export interface ScaleSubresource extends SubresourceDefinition {
  readonly paths: ScalePaths;
  /** Table columns of a Scale. */
  readonly columns?: readonly TableColumn[];
}

export interface Subresources {
  readonly status?: SubresourceDefinition;
  readonly scale?: ScaleSubresource;
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

export interface ConnectSubresource {
  readonly verbs: readonly Verb[];
  readonly connect: Connect;
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

/** Routes, discovery, OpenAPI, validation, defaulting and apply behaviour all derive from this. */
export interface ResourceDefinition {
  readonly kind: string;
  readonly plural: string;
  readonly singular?: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly scope: 'Namespaced' | 'Cluster';
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
  /** Key prefix of the objects. Unset: `<group>/<plural>`, and `<plural>` in the core group. */
  readonly storagePrefix?: string;
  readonly convertAll?: ConvertAll;
  readonly strategy?: Strategy;
  readonly subresources?: Subresources;
  /** Custom handlers for verbs of resources that are not stored, such as reviews. */
  readonly answers?: Readonly<Partial<Record<Verb, Connect>>>;
  /** Additional subresources with custom handlers. */
  readonly connections?: Readonly<Record<string, ConnectSubresource>>;
  /** Additional subresources that serve the whole object, and let clients change what their strategy allows. */
  readonly partials?: Readonly<Record<string, SubresourceDefinition>>;
  /** Paths of fields, besides `metadata.name` and `metadata.namespace`, that field selectors support. */
  readonly selectableFields?: readonly string[];
  /** Alternative names of selectable fields. */
  readonly fieldAliases?: Readonly<Record<string, string>>;
  /** Returns the error for an unsupported field, where it differs from the general one. */
  readonly fieldProblem?: (field: string) => string;
  /** Returns the value of a selectable field of a stored object. Unset: the value at its path. */
  readonly fieldValue?: (object: JsonObject, field: string) => JsonValue | undefined;
  /** Defined by a CustomResourceDefinition: no strategic merge patch, and another error for unsupported verbs. */
  readonly isCustom?: boolean;
}

export interface GroupDefinition {
  /** Empty for the core group. */
  readonly name: string;
  readonly resources: readonly ResourceDefinition[];
}

export function defineResource(definition: ResourceDefinition): ResourceDefinition {
  return definition;
}

export function defineGroup(definition: GroupDefinition): GroupDefinition {
  return definition;
}
