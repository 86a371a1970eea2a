// Follows pkg/apis/admissionregistration/v1/defaults.go (v1.36)

import type { MutatingWebhook, ValidatingWebhook } from '../../../../api/admissionregistration/v1.js';
import { defaultMatch, defaultScopes } from '../match-resources.js';

/** A webhook of either kind. */
export type Webhook = ValidatingWebhook & Pick<MutatingWebhook, 'reinvocationPolicy'>;

export function applyWebhookDefaults({ webhooks = [] }: { webhooks?: Webhook[] }): void {
  for (const hook of webhooks) {
    hook.failurePolicy ??= 'Fail';
    hook.timeoutSeconds ??= 10;
    defaultMatch(hook);
    defaultScopes(hook.rules);
    if (hook.clientConfig.service) hook.clientConfig.service.port ??= 443;
  }
}
