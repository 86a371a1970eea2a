// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/manifest/loader/loader.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/manifest/loader/loader.go (v1.36)

import { getOwn, goQuote, isJsonObject, type JsonObject, metadataOf } from '../../../apimachinery/meta/index.js';
import {
  mutatingAdmissionPolicies,
  validatingAdmissionPolicies,
} from '../../groups/admissionregistration/admissionpolicies/admissionpolicies.js';
import {
  mutatingAdmissionPolicyBindings,
  validatingAdmissionPolicyBindings,
} from '../../groups/admissionregistration/admissionpolicybindings/admissionpolicybindings.js';
import { staticSuffix } from '../../groups/admissionregistration/static-names.js';
import {
  mutatingWebhookConfigurations,
  validatingWebhookConfigurations,
} from '../../groups/admissionregistration/webhookconfigurations/webhookconfigurations.js';
import type { ManifestKind } from './manifest-objects.js';

/** Configurations of webhooks. */
export const webhookKinds = {
  mutating: { definition: mutatingWebhookConfigurations, check: checkWebhooks },
  validating: { definition: validatingWebhookConfigurations, check: checkWebhooks },
} satisfies Record<string, ManifestKind>;

/** Policies and their bindings. */
export const policyKinds = {
  mutating: {
    policy: { definition: mutatingAdmissionPolicies, check: checkPolicy },
    binding: { definition: mutatingAdmissionPolicyBindings, check: checkBinding },
  },
  validating: {
    policy: { definition: validatingAdmissionPolicies, check: checkPolicy },
    binding: { definition: validatingAdmissionPolicyBindings, check: checkBinding },
  },
} satisfies Record<string, Record<string, ManifestKind>>;

/** A webhook of a manifest has a URL: services are looked up through the API. */
function checkWebhooks(object: JsonObject, { name, file }: { name: string; file: string }): void {
  for (const webhook of (object['webhooks'] ?? []) as JsonObject[]) {
    const config = webhook['clientConfig'] as JsonObject;
    const place = `webhook ${goQuote(String(webhook['name']))} in ${goQuote(name)} (file ${goQuote(file)})`;
    if (config['service']) {
      const remedy = 'use clientConfig.url instead';
      throw new Error(`${place}: clientConfig.service is not supported for static manifests; ${remedy}`);
    }
    if (!config['url']) throw new Error(`${place}: clientConfig.url is required for static manifests`);
  }
}

function specOf({ spec }: JsonObject): JsonObject {
  return isJsonObject(spec) ? spec : {};
}

function checkPolicy(object: JsonObject, { name }: { name: string }): void {
  if (!getOwn(specOf(object), 'paramKind')) return;
  throw new Error(`${String(object['kind'])} ${goQuote(name)}: spec.paramKind is not supported for static manifests`);
}

function checkBinding(object: JsonObject, { name }: { name: string }): void {
  const { policyName = '', paramRef } = specOf(object) as { policyName?: string; paramRef?: JsonObject };
  const binding = `binding ${goQuote(name)}`;
  if (policyName === '') throw new Error(`${binding} must reference a policy (spec.policyName)`);
  if (!policyName.endsWith(staticSuffix)) {
    throw new Error(`${binding}: spec.policyName ${goQuote(policyName)} must end with ${goQuote(staticSuffix)}`);
  }
  if (paramRef) throw new Error(`${binding}: spec.paramRef is not supported for static manifests`);
}

/** Throws if a binding names a policy that is not among the manifests. */
export function checkBindings(policies: readonly JsonObject[], bindings: readonly JsonObject[]): void {
  const names = new Set(policies.map((policy) => metadataOf(policy).name));
  for (const binding of bindings) {
    const { policyName } = specOf(binding) as { policyName?: string };
    if (names.has(policyName)) continue;
    const name = goQuote(metadataOf(binding).name ?? '');
    const missing = `policy ${goQuote(policyName ?? '')} which does not exist in the manifest directory`;
    throw new Error(`binding ${name} references ${missing}`);
  }
}
