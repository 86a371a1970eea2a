// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/types.go (v1.36)

import type { JsonObject, ObjectMeta } from '../../apimachinery/meta/index.js';
import type { JsonSchema } from '../../apimachinery/schema/index.js';
import type { WebhookClientConfig } from '../../client/webhook/index.js';

/** apiextensions.k8s.io/v1, as stored and served: decoded, with defaults. */
export interface CustomResourceDefinition {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly spec: DefinitionSpec;
  readonly status: DefinitionStatus;
}

export interface DefinitionSpec {
  readonly group: string;
  readonly names: DefinitionNames;
  readonly scope: 'Cluster' | 'Namespaced';
  readonly versions: readonly DefinitionVersion[];
  readonly conversion?: Conversion;
  /** Only true in definitions that predate apiextensions.k8s.io/v1. */
  readonly preserveUnknownFields?: boolean;
}

export interface DefinitionNames {
  readonly plural: string;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly kind: string;
  readonly listKind?: string;
  readonly categories?: readonly string[];
}

export interface DefinitionVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: JsonSchema };
  readonly subresources?: Subresources;
  readonly additionalPrinterColumns?: readonly PrinterColumn[];
  readonly selectableFields?: readonly SelectableField[];
}

export interface Subresources {
  readonly status?: Readonly<Record<string, never>>;
  readonly scale?: ScaleSubresource;
}

export interface ScaleSubresource {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

export interface SelectableField {
  readonly jsonPath: string;
}

export interface Conversion {
  readonly strategy: string;
  readonly webhook?: WebhookConversion;
}

interface WebhookConversion {
  readonly clientConfig?: WebhookClientConfig;
  readonly conversionReviewVersions: readonly string[] | null;
}

export interface DefinitionStatus {
  readonly conditions: readonly DefinitionCondition[] | null;
  readonly acceptedNames: DefinitionNames;
  readonly storedVersions: readonly string[] | null;
  readonly observedGeneration?: number;
}

export type DefinitionConditionType =
  | 'Established'
  | 'NamesAccepted'
  | 'NonStructuralSchema'
  | 'Terminating'
  | 'KubernetesAPIApprovalPolicyConformant'
  | 'StorageMigrating';

export interface DefinitionCondition {
  readonly type: DefinitionConditionType;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly lastTransitionTime: string | null;
  readonly reason?: string;
  readonly message?: string;
  readonly observedGeneration?: number;
}

/** Keeps a definition that is being deleted until its objects are gone. */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io';

/** Casts a decoded object that storage or clients of this server provide. Nothing is copied or checked. */
export function asDefinition(object: JsonObject): CustomResourceDefinition {
  return object as unknown as CustomResourceDefinition;
}

/** Returns the storage version; undefined in invalid definitions. */
export function storageVersionOf({ spec }: CustomResourceDefinition): string | undefined {
  return spec.versions?.find(({ storage }) => storage)?.name;
}

export function servedVersionsOf({ spec }: CustomResourceDefinition): readonly DefinitionVersion[] {
  return spec.versions.filter(({ served }) => served);
}

export function findVersion({ spec }: CustomResourceDefinition, name: string): DefinitionVersion | undefined {
  return spec.versions.find((version) => version.name === name);
}
