import { readConfiguration } from '../../../apimachinery/configuration/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../apimachinery/meta/index.js';
import { aggregateMessage, FieldPath, required } from '../../../apimachinery/validation/index.js';
import type { Amounts } from '../../pod-spec/index.js';
import type { QuotaEvaluator } from './evaluators/index.js';
import type { ScopeRequirement } from './quota.js';

/** What nobody may use unless a quota says how much. */
export interface LimitedResource {
  readonly apiGroup: string;
  /** Whose objects use it, such as `pods`. */
  readonly resource: string;
  /** Parts of the names by which quotas count what is used. */
  readonly matchContains: readonly string[];
  /** Of objects that have to be within a quota of the same scope. */
  readonly matchScopes: readonly ScopeRequirement[];
}

const kind = { kind: 'ResourceQuotaConfiguration', apiVersions: ['apiserver.config.k8s.io/v1'] };
const oldGroup = 'resourcequota.admission.k8s.io';
const oldKind = { kind: 'Configuration', apiVersions: [`${oldGroup}/v1beta1`, `${oldGroup}/v1alpha1`] };

/** What the plug-in's configuration says; undefined says nothing. Throws an error that says what is wrong with it. */
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
    resource === '' ? [required(path.index(index).child('resource'), '')] : [],
  );
  if (errors.length > 0) throw new Error(aggregateMessage(errors));
  return limited;
}

/** What an object uses of limited resources, by the names by which quotas count it. */
export function limitedUsage(limited: readonly LimitedResource[], usage: Amounts): string[] {
  const parts = limited.flatMap(({ matchContains }) => matchContains);
  return [...usage]
    .filter(([name, amount]) => amount.sign > 0 && parts.some((part) => name.includes(part)))
    .map(([name]) => name);
}

/** The limited scopes that an object is in. */
export function limitedScopes(
  limited: readonly LimitedResource[],
  evaluator: QuotaEvaluator,
  object: JsonObject,
): ScopeRequirement[] {
  return limited.flatMap(({ matchScopes }) => matchScopes).filter((scope) => evaluator.isInScope(scope, object));
}
