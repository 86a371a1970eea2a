// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/apis/resourcequota/validation/validation.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/config.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go (v1.36)

import { readConfiguration } from '../../../apimachinery/configuration/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../apimachinery/meta/index.js';
import { aggregateMessage, FieldPath } from '../../../apimachinery/validation/index.js';
import type { Amounts } from '../../pod-spec/index.js';
import type { QuotaEvaluator } from './evaluators/index.js';
import type { ScopeRequirement } from './quota.js';

/** A resource that may be consumed only where a quota covers it. */
export interface LimitedResource {
  readonly apiGroup: string;
  /** The resource whose objects consume it, such as `pods`. */
  readonly resource: string;
  /** Substrings of the quota resource names to limit. */
  readonly matchContains: readonly string[];
  /** Objects in these scopes must be covered by a quota with the same scope. */
  readonly matchScopes: readonly ScopeRequirement[];
}

const kind = { kind: 'ResourceQuotaConfiguration', apiVersions: ['apiserver.config.k8s.io/v1'] };
const oldGroup = 'resourcequota.admission.k8s.io';
const oldKind = { kind: 'Configuration', apiVersions: [`${oldGroup}/v1beta1`, `${oldGroup}/v1alpha1`] };

/** Reads the plug-in configuration; undefined: nothing is limited. Throws an error that describes the problem. */
export function readLimitedResources(document: JsonValue | undefined): readonly LimitedResource[] {
  if (document === undefined) return [];
  const wanted = isJsonObject(document) && document['kind'] === oldKind.kind ? oldKind : kind;
  const limited = readConfiguration(document, wanted, (fields) =>
    fields.objects('limitedResources', 'v1.LimitedResource').map((resource) => ({
      apiGroup: resource.text('apiGroup'),
      resource: resource.text('resource'),
      matchContains: resource.texts('matchContains'),
      matchScopes: resource.objects('matchScopes', 'v1.ScopedResourceSelectorRequirement').map((scope) => ({
        scopeName: scope.text('scopeName'),
        operator: scope.text('operator'),
        values: scope.texts('values'),
      })),
    })),
  );
  const path = FieldPath.of('limitedResources');
  const errors = limited.flatMap(({ resource }, index) =>
    resource === '' ? [path.index(index).child('resource').required()] : [],
  );
  if (errors.length > 0) throw new Error(aggregateMessage(errors));
  return limited;
}

/** Returns the limited quota resources that an object uses. */
export function limitedUsage(limited: readonly LimitedResource[], usage: Amounts): string[] {
  const parts = limited.flatMap(({ matchContains }) => matchContains);
  return [...usage]
    .filter(([name, amount]) => amount.sign > 0 && parts.some((part) => name.includes(part)))
    .map(([name]) => name);
}

/** Returns the limited scopes that match an object. */
export function limitedScopes(
  limited: readonly LimitedResource[],
  evaluator: QuotaEvaluator,
  object: JsonObject,
): ScopeRequirement[] {
  return limited.flatMap(({ matchScopes }) => matchScopes).filter((scope) => evaluator.isInScope(scope, object));
}
