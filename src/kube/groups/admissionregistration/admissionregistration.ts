// Follows pkg/registry/admissionregistration/rest/storage_apiserver.go (v1.36)

import { defineGroup } from '../../../server/registry/index.js';
import { mutatingAdmissionPolicies, validatingAdmissionPolicies } from './admissionpolicies/admissionpolicies.js';
import {
  mutatingAdmissionPolicyBindings,
  validatingAdmissionPolicyBindings,
} from './admissionpolicybindings/admissionpolicybindings.js';
import {
  mutatingWebhookConfigurations,
  validatingWebhookConfigurations,
} from './webhookconfigurations/webhookconfigurations.js';

export const admissionregistration = defineGroup({
  name: 'admissionregistration.k8s.io',
  resources: [
    mutatingAdmissionPolicies,
    mutatingAdmissionPolicyBindings,
    mutatingWebhookConfigurations,
    validatingAdmissionPolicies,
    validatingAdmissionPolicyBindings,
    validatingWebhookConfigurations,
  ],
});
