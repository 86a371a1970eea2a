// Follows pkg/apis/admissionregistration/v1/defaults.go (v1.36)

import type {
  MutatingAdmissionPolicySpec,
  ValidatingAdmissionPolicySpec,
} from '../../../../api/admissionregistration/v1.js';
import { textColumn } from '../../../printing/index.js';
import { defaultMatchResources } from '../match-resources.js';

/** The spec of either kind of policy. */
export type PolicySpec = ValidatingAdmissionPolicySpec & MutatingAdmissionPolicySpec;

export function applyPolicyDefaults({ spec }: { spec: PolicySpec }): void {
  spec.failurePolicy ??= 'Fail';
  defaultMatchResources(spec.matchConstraints);
}

export const paramKindColumn = textColumn('ParamKind', paramKindText, {
  description: 'ParamKind specifies the kind of resources used to parameterize this policy',
});

function paramKindText({ spec: { paramKind } }: { spec: PolicySpec }): string {
  return paramKind ? `${paramKind.apiVersion ?? ''}/${paramKind.kind ?? ''}` : '<unset>';
}
