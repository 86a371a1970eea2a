import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { notFound } from '../../../apimachinery/status/index.js';
import type { AdmissionRequest } from '../admission-request.js';
import type { FindNamespace } from '../matching/index.js';

/**
 * The namespace that a request is in; undefined for what is in none, such as a namespace itself. Throws `notFound` where
 * it is not there.
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

/** Policies do not decide about policies, nor about the questions that the cluster lives by. */
export function isExempt({ attributes: { resource } }: AdmissionRequest): boolean {
  const { group } = resource;
  if (group === 'admissionregistration.k8s.io') return policyResources.has(resource.resource);
  return reviewGroups.has(group) && reviews.has(resource.resource);
}
