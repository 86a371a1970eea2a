// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/generic/policy_matcher.go (v1.36)
// Follows pkg/kubeapiserver/admission/exclusion/resources.go (v1.36)

import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { notFound } from '../../../apimachinery/status/index.js';
import type { AdmissionRequest } from '../admission-request.js';
import type { FindNamespace } from '../matching/index.js';

/**
 * Returns the namespace of a request; undefined for cluster-scoped resources, including namespaces themselves. Throws
 * `notFound` if the namespace does not exist.
 */
export async function namespaceOfRequest(
  { attributes }: AdmissionRequest,
  findNamespace: FindNamespace,
): Promise<JsonObject | undefined> {
  const { namespace, kind } = attributes;
  const isNamespace = kind.kind === 'Namespace' && kind.group === '';
  if (namespace === '' || isNamespace) return undefined;
  const found = await findNamespace(namespace);
  if (!found) throw notFound({ group: '', resource: 'namespaces' }, namespace);
  return found;
}

const policyResources = new Set([
  'validatingadmissionpolicies',
  'validatingadmissionpolicybindings',
  'mutatingadmissionpolicies',
  'mutatingadmissionpolicybindings',
]);

const reviewGroups = new Set(['authentication.k8s.io', 'authorization.k8s.io']);
const reviews = new Set([
  'selfsubjectreviews',
  'tokenreviews',
  'localsubjectaccessreviews',
  'selfsubjectaccessreviews',
  'selfsubjectrulesreviews',
  'subjectaccessreviews',
]);

/** Policies do not apply to authentication and authorization reviews, nor usually to policies and their bindings. */
export function isExempt(
  { attributes: { resource } }: AdmissionRequest,
  { appliesToPolicies = false }: { appliesToPolicies?: boolean },
): boolean {
  const { group } = resource;
  if (group === 'admissionregistration.k8s.io') return !appliesToPolicies && policyResources.has(resource.resource);
  return reviewGroups.has(group) && reviews.has(resource.resource);
}
