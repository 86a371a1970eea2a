// Follows staging/src/k8s.io/apiserver/plugin/pkg/authorizer/webhook/webhook.go (v1.36)

import type { JsonObject } from '../../../apimachinery/meta/index.js';
import {
  type FieldRequirement,
  type LabelOperator,
  type LabelRequirement,
  parseFieldSelector,
  parseLabelSelector,
  SelectorError,
} from '../../../apimachinery/selectors/index.js';
import type { UserInfo } from '../../request-context.js';
import type { RequestInfo } from '../../routing/index.js';

/** The spec of a SubjectAccessReview (v1). */
export function accessReviewSpec({ name, groups, extra, uid }: UserInfo, info: RequestInfo): JsonObject {
  return {
    ...(info.isResourceRequest
      ? { resourceAttributes: resourceAttributes(info) }
      : { nonResourceAttributes: withoutEmpty({ path: info.path, verb: info.verb }) }),
    ...(name && { user: name }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(extra && { extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])) }),
    ...(uid && { uid }),
  };
}

function resourceAttributes(info: RequestInfo): JsonObject {
  const fields = requirementsOf(info.fieldSelector, parseFieldSelector).map(fieldRequirement);
  const labels = requirementsOf(info.labelSelector, parseLabelSelector).flatMap(labelRequirement);
  return {
    ...withoutEmpty({
      namespace: info.namespace,
      verb: info.verb,
      group: info.apiGroup,
      version: info.apiVersion,
      resource: info.resource,
      subresource: info.subresource,
      name: info.name,
    }),
    ...(fields.length > 0 && { fieldSelector: { requirements: fields } }),
    ...(labels.length > 0 && { labelSelector: { requirements: labels } }),
  };
}

function withoutEmpty(fields: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

/** Empty if the selector cannot be parsed: the check then covers all objects. */
function requirementsOf<Requirement>(
  selector: string,
  parse: (text: string) => { readonly requirements: readonly Requirement[] },
): readonly Requirement[] {
  if (selector === '') return [];
  try {
    return parse(selector).requirements;
  } catch (error) {
    if (error instanceof SelectorError) return [];
    throw error;
  }
}

function fieldRequirement({ field, operator, value }: FieldRequirement): JsonObject {
  return { key: field, operator: operator === '=' ? 'In' : 'NotIn', values: [value] };
}

const labelOperators: Readonly<Partial<Record<LabelOperator, string>>> = {
  '=': 'In',
  '==': 'In',
  in: 'In',
  '!=': 'NotIn',
  notin: 'NotIn',
  exists: 'Exists',
  '!': 'DoesNotExist',
};

/** Operators that the review does not support are left out: the check then covers more objects. */
function labelRequirement({ key, operator, values }: LabelRequirement): JsonObject[] {
  const reported = labelOperators[operator];
  return reported === undefined ? [] : [{ key, operator: reported, ...(values.length > 0 && { values: [...values] }) }];
}
