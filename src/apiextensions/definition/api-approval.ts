// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apihelpers/helpers.go (v1.36)
// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go (v1.36)

import { goQuote } from '../../apimachinery/meta/index.js';
import { type FieldError, FieldPath, parseGoUrl } from '../../apimachinery/validation/index.js';
import type { CustomResourceDefinition } from './custom-resource-definition.js';

const approvalAnnotation = 'api-approved.kubernetes.io';

export interface Approval {
  readonly state: 'invalid' | 'approved' | 'bypassed' | 'missing';
  /** Human-readable. */
  readonly reason: string;
}

const see = 'see https://github.com/kubernetes/enhancements/pull/1111';

/** Whether the group belongs to Kubernetes itself: APIs in it need approval. */
export function isProtectedGroup(group: string): boolean {
  return ['k8s.io', 'kubernetes.io'].some((domain) => group === domain || group.endsWith(`.${domain}`));
}

/** Returns the approval state that the annotation declares. */
export function approvalOf({ metadata }: Pick<CustomResourceDefinition, 'metadata'>): Approval {
  const annotation = metadata.annotations?.[approvalAnnotation] ?? '';
  const demand = `protected groups must have approval annotation ${goQuote(approvalAnnotation)}`;
  if (annotation === '') return { state: 'missing', reason: `${demand}, ${see}` };
  if (annotation.startsWith('unapproved')) {
    return { state: 'bypassed', reason: `not approved: ${goQuote(annotation)}` };
  }
  if (isAbsoluteUrl(annotation)) return { state: 'approved', reason: `approved in ${annotation}` };
  const reason = `${demand} with either a URL or a reason starting with "unapproved", ${see}`;
  return { state: 'invalid', reason };
}

function isAbsoluteUrl(text: string): boolean {
  try {
    const { scheme, host } = parseGoUrl(text);
    return scheme !== '' && host !== '';
  } catch {
    return false;
  }
}

/** An unchanged state is never an error. */
export function validateApproval(
  definition: CustomResourceDefinition,
  old: CustomResourceDefinition | undefined,
): FieldError[] {
  if (!isProtectedGroup(definition.spec.group)) return [];
  const { state, reason } = approvalOf(definition);
  if (old !== undefined && approvalOf(old).state === state) return [];
  const path = FieldPath.of('metadata', 'annotations').key(approvalAnnotation);
  if (state === 'missing') return [path.required(reason)];
  if (state !== 'invalid') return [];
  return [path.invalid(definition.metadata.annotations?.[approvalAnnotation] ?? '', reason)];
}
