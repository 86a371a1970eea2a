// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/controller/apiapproval/apiapproval_controller.go (v1.36)

import {
  type Approval,
  approvalOf,
  type CustomResourceDefinition,
  type DefinitionStatus,
  isProtectedGroup,
  setCondition,
} from '../definition/index.js';

const reasons: Readonly<Record<Approval['state'], string>> = {
  approved: 'ApprovedAnnotation',
  bypassed: 'UnapprovedAnnotation',
  invalid: 'InvalidAnnotation',
  missing: 'MissingAnnotation',
};

/** Sets KubernetesAPIApprovalPolicyConformant for definitions in Kubernetes' own groups, which need API approval. */
export function decideApiApproval(definition: CustomResourceDefinition, now: number): DefinitionStatus {
  const { spec, status } = definition;
  if (!isProtectedGroup(spec.group)) return status;
  const { state, reason: message } = approvalOf(definition);
  const isApproved = state === 'approved' ? 'True' : 'False';
  const change = {
    type: 'KubernetesAPIApprovalPolicyConformant',
    status: isApproved,
    reason: reasons[state],
    message,
  } as const;
  return setCondition(status, change, now);
}
