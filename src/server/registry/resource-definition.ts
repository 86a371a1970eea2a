import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import type { ConvertAll, MaybePromise } from '../../apimachinery/scheme/index.js';
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
  readonly valueOf: (object: JsonObject) => string | number | boolean | null;
}

export interface ResourceVersion {
  /** Whether clients may use it; true if absent. */
  readonly served?: boolean;
  /** What objects look like in this version; it defaults, prunes, validates and decides how fields are applied. */
  readonly schema?: JsonSchema;
  readonly columns?: readonly TableColumn[];
  /** Clients that use the version are told this. */
  readonly deprecationWarning?: string;
  /** Gives a new object in the hub version; what is absent has the hub's fields. */
  readonly toHub?: (object: JsonObject) => MaybePromise<JsonObject>;
  readonly fromHub?: (object: JsonObject) => MaybePromise<JsonObject>;
  readonly applyDefaults?: (object: JsonObject) => void;
}

/** Where in an object the scale subresource finds what it needs, as paths such as `spec.replicas`. */
export interface ScalePaths {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  readonly labelSelector?: string;
}

export interface SubresourceDefinition {
  readonly verbs: readonly Verb[];
  readonly strategy?: Strategy;
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
  /** The version that is stored; the first one if absent. */
  readonly storageVersion?: string;
  /** Below which objects are stored; `<group>/<plural>` if absent, and `<plural>` in the core group. */
  readonly storagePrefix?: string;
  readonly convertAll?: ConvertAll;
  readonly strategy?: Strategy;
  readonly subresources?: {
    readonly status?: SubresourceDefinition;
    readonly scale?: SubresourceDefinition & { readonly paths: ScalePaths };
  };
  /** Fields beside `metadata.name` and `metadata.namespace` that field selectors may name, as paths. */
  readonly selectableFields?: readonly string[];
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
