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

/** A column of the table that `kubectl get` shows. */
export interface TableColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  readonly description?: string;
  /** 0 is always shown; higher ones only in wide output. */
  readonly priority?: number;
  /** Whether rows have its cells though the table does not tell of it, as upstream has it in places. */
  readonly isUntold?: boolean;
  readonly valueOf: (object: JsonObject) => string | number | bigint | boolean | null;
}

/** A note on a row of a table, such as that the object has done its work. */
export interface RowCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

export interface ResourceVersion {
  /** Whether clients may use it; true if absent. */
  readonly served?: boolean;
  /**
   * What objects look like in this version; it decides how fields are applied and patched, and defaults, prunes and
   * validates, unless `shape` and the strategy do.
   */
  readonly schema?: JsonSchema;
  /** Makes the rules of the schema (x-kubernetes-validations) runnable; they are not checked if it is absent. */
  readonly compileRules?: CompileRules;
  /** Finds what a `$ref` in the schema names. */
  readonly resolveReference?: (reference: string) => JsonSchema | undefined;
  /** The fields, beside version, kind and metadata, that objects always have, as they first are: `{ status: {} }`. */
  readonly emptyFields?: JsonObject;
  /** Annotations in which the version keeps what belongs to the content of objects: metadata shown alone has none of them. */
  readonly contentAnnotations?: readonly string[];
  /** These three stand in place of those of the resource, where versions differ in them. */
  readonly strategy?: Strategy;
  readonly subresources?: Subresources;
  readonly selectableFields?: readonly string[];
  readonly columns?: readonly TableColumn[];
  /** The order of a Table's rows, where it is not that of the list. */
  readonly rowOrder?: (one: JsonObject, other: JsonObject) => number;
  readonly rowConditions?: (object: JsonObject) => readonly RowCondition[];
  /** Clients that use the version are told this. */
  readonly deprecationWarning?: string;
  /** Gives a new object in the hub version; what is absent has the hub's fields. */
  readonly toHub?: (object: JsonObject) => MaybePromise<JsonObject>;
  readonly fromHub?: (object: JsonObject) => MaybePromise<JsonObject>;
  readonly applyDefaults?: (object: JsonObject) => void;
  /**
   * Brings an object that a client sent into the shape that its type has, in place and before defaults: nulls, empty
   * and unknown fields go. Gives the paths of the unknown ones. Throws `ShapeError` for a value that its field cannot hold.
   * With it the schema is only told to clients, and says how fields are applied.
   */
  readonly shape?: (object: JsonObject, options?: TypeShapeOptions) => readonly string[];
  /** Does to an object, in place, what being stored in this version does to it. */
  readonly settle?: (object: JsonObject) => void;
}

export interface TypeShapeOptions {
  /** Whole numbers that their field is too small for lose their upper bits, as in a conversion by Go; refused if absent. */
  readonly integers?: 'convert';
}

/** A value of a type that its field cannot hold; the message is Go's, such as `json: cannot unmarshal number into …`. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
}

/** Where in an object the scale subresource finds what it needs, as paths such as `spec.replicas`. */
export interface ScalePaths {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  /** The path of a text, or what makes the text of the object. */
  readonly labelSelector?: string | ((object: JsonObject) => string);
}

/** A request that is answered in a way of its own. */
export interface ConnectRequest {
  readonly context: RequestContext;
  /** What the client says about a connection; see `ConnectSubresource`. */
  readonly options: JsonObject;
  /** Of the resource that it belongs to. */
  readonly store: ResourceStore;
  readonly version: string;
  /**
   * The object that the request brings: of the right kind, in shape, and admitted. `prepare` makes of it what is validated,
   * when all who change objects have done so.
   */
  read(prepare?: (object: JsonObject) => Promise<JsonObject>): Promise<JsonObject>;
  /** Throws `forbidden` unless the user might do the same by another verb. */
  requireVerb(verb: Verb): Promise<void>;
  /** Answers with an object, in the form that the client wants. */
  respond(status: number, object: JsonObject): Promise<ApiResponse>;
  /** Answers with a list of objects, in the form that the client wants. */
  respondList(items: readonly JsonObject[]): Promise<ApiResponse>;
}

export type Connect = (request: ConnectRequest) => Promise<ApiResponse>;

export interface SubresourceDefinition {
  readonly verbs: readonly Verb[];
  readonly strategy?: Strategy;
}

export interface ScaleSubresource extends SubresourceDefinition {
  readonly paths: ScalePaths;
  /** What is shown of a Scale. */
  readonly columns?: readonly TableColumn[];
}

export interface Subresources {
  readonly status?: SubresourceDefinition;
  readonly scale?: ScaleSubresource;
}

export interface ConnectionOptions {
  /** Such as PodExecOptions, of the group and version of the resource. */
  readonly kind: string;
  /** The options that a request has. Throws `badRequest`. */
  readonly read: (context: RequestContext) => JsonObject;
  /** Takes requests with all methods, to all paths below it. */
  readonly isProxy?: boolean;
}

/** What clients may say in the query of a request. */
export interface QueryParameter {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'boolean';
  readonly description: string;
}

export interface ConnectSubresource {
  readonly verbs: readonly Verb[];
  readonly connect: Connect;
  /** As documents tell of it. */
  readonly parameters?: readonly QueryParameter[];
  /** What clients send to it, as an Eviction is to pods. */
  readonly objectKind?: GroupVersionKind;
  /** Versions that it may still be sent in, of which nothing but the name is different. */
  readonly formerApiVersions?: readonly string[];
  /** Its shape and schema; without, only its metadata is looked at. */
  readonly objectVersion?: Pick<
    ResourceVersion,
    'schema' | 'shape' | 'applyDefaults' | 'emptyFields' | 'resolveReference'
  >;
  /** It is a connection, and admission sees it as one: how clients say what they want of it. */
  readonly connection?: ConnectionOptions;
}

/** Routes, discovery, OpenAPI, validation, defaulting and apply behaviour are all made from this. */
export interface ResourceDefinition {
  readonly kind: string;
  readonly plural: string;
  readonly singular?: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly scope: 'Namespaced' | 'Cluster';
  readonly verbs?: readonly Verb[];
  /** The most preferred first. */
  readonly versions: Readonly<Record<string, ResourceVersion>>;
  /** The version that strategies work with; `request`: whichever the client speaks. The storage version if absent. */
  readonly workingVersion?: string;
  /**
   * The version that is stored; the first one if absent. What another group stores is a version of it that is not served,
   * named by group and version: events of events.k8s.io are stored as `/v1`, below the `storagePrefix` of the others.
   */
  readonly storageVersion?: string;
  /**
   * The version that discovery makes the hash of what is stored from, where that of kube-apiserver is not of what we store:
   * clients compare the hashes of servers that take turns.
   */
  readonly hashedVersion?: string;
  /** Below which objects are stored; `<group>/<plural>` if absent, and `<plural>` in the core group. */
  readonly storagePrefix?: string;
  readonly convertAll?: ConvertAll;
  readonly strategy?: Strategy;
  readonly subresources?: Subresources;
  /** Verbs with another answer than what is stored, for resources that only exist in requests, as reviews do. */
  readonly answers?: Readonly<Partial<Record<Verb, Connect>>>;
  /** Further subresources, which answer by themselves. */
  readonly connections?: Readonly<Record<string, ConnectSubresource>>;
  /** Further subresources that show the whole object, and let clients change what their strategy lets them. */
  readonly partials?: Readonly<Record<string, SubresourceDefinition>>;
  /** Fields beside `metadata.name` and `metadata.namespace` that field selectors may name, as paths. */
  readonly selectableFields?: readonly string[];
  /** Further names of selectable fields. */
  readonly fieldAliases?: Readonly<Record<string, string>>;
  /** What is wrong with a field that cannot be selected, where that is told in words of its own. */
  readonly fieldProblem?: (field: string) => string;
  /** What a selectable field holds, of an object as it is stored; what is at its path if absent. */
  readonly fieldValue?: (object: JsonObject, field: string) => JsonValue | undefined;
  /** Made of a CustomResourceDefinition: no strategic merge patch, and a verb that is missing is told in other words. */
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
