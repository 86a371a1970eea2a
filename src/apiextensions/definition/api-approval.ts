import { goQuote } from '../../apimachinery/meta/index.js';
import { type FieldError, FieldPath, invalidValue, parseGoUrl, required } from '../../apimachinery/validation/index.js';
import type { CustomResourceDefinition } from './custom-resource-definition.js';

export const approvalAnnotation = 'api-approved.kubernetes.io';

export interface Approval {
  readonly state: 'invalid' | 'approved' | 'bypassed' | 'missing';
  /** For people. */
  readonly reason: string;
}

const see = 'see https://github.com/kubernetes/enhancements/pull/1111';

/** Groups that belong to the Kubernetes community: what is in them needs its approval. */
export function isProtectedGroup(group: string): boolean {
  return ['k8s.io', 'kubernetes.io'].some((domain) => group === domain || group.endsWith(`.${domain}`));
}

/** What the annotation says about the approval. */
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

/** A state that does not change is never an error. */
export function validateApproval(
  definition: CustomResourceDefinition,
  old: CustomResourceDefinition | undefined,
): FieldError[] {
  if (!isProtectedGroup(definition.spec.group)) return [];
  const { state, reason } = approvalOf(definition);
  if (old !== undefined && approvalOf(old).state === state) return [];
  const path = FieldPath.of('metadata', 'annotations').key(approvalAnnotation);
  if (state === 'missing') return [required(path, reason)];
  if (state !== 'invalid') return [];
  return [invalidValue(path, definition.metadata.annotations?.[approvalAnnotation] ?? '', reason)];
}
