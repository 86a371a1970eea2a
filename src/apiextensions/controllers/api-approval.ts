import { goQuote } from '../../apimachinery/meta/index.js';
import {
  type ConditionChange,
  type CustomResourceDefinition,
  type DefinitionStatus,
  setCondition,
} from '../definition/index.js';

const annotation = 'api-approved.kubernetes.io';
const seeAlso = 'see https://github.com/kubernetes/enhancements/pull/1111';

/** Groups of the Kubernetes community say who approved their APIs: KubernetesAPIApprovalPolicyConformant. */
export function decideApiApproval({ metadata, spec, status }: CustomResourceDefinition, now: number): DefinitionStatus {
  if (!isProtected(spec.group)) return status;
  return setCondition(status, verdictOf(metadata.annotations?.[annotation] ?? ''), now);
}

function isProtected(group: string): boolean {
  return /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(group);
}

function verdictOf(approval: string): ConditionChange {
  const required = `protected groups must have approval annotation ${goQuote(annotation)}`;
  if (approval === '') return conformant('False', 'MissingAnnotation', `${required}, ${seeAlso}`);
  if (approval.startsWith('unapproved'))
    return conformant('False', 'UnapprovedAnnotation', `not approved: ${goQuote(approval)}`);
  if (isAddress(approval)) return conformant('True', 'ApprovedAnnotation', `approved in ${approval}`);
  const message = `${required} with either a URL or a reason starting with "unapproved", ${seeAlso}`;
  return conformant('False', 'InvalidAnnotation', message);
}

function conformant(status: 'True' | 'False', reason: string, message: string): ConditionChange {
  return { type: 'KubernetesAPIApprovalPolicyConformant', status, reason, message };
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && new URL(text).host !== '';
}
