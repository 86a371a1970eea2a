import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import {
  defaultMatch,
  defaultScopes,
  type MatchCondition,
  type MatchResources,
  type Rule,
} from '../match-resources.js';

export interface Webhook extends MatchResources {
  readonly name: string;
  readonly clientConfig: {
    readonly url?: string;
    readonly service?: { readonly namespace: string; readonly name: string; readonly path?: string; port?: number };
  };
  readonly rules?: readonly Rule[];
  failurePolicy?: string;
  readonly sideEffects?: string | null;
  timeoutSeconds?: number;
  readonly admissionReviewVersions: readonly string[] | null;
  reinvocationPolicy?: string;
  readonly matchConditions?: readonly MatchCondition[];
}

export function webhooksOf({ webhooks }: JsonObject): readonly Webhook[] {
  return (webhooks ?? []) as unknown as Webhook[];
}

export function applyWebhookDefaults(configuration: JsonObject): void {
  for (const hook of webhooksOf(configuration)) {
    hook.failurePolicy ??= 'Fail';
    hook.timeoutSeconds ??= 10;
    defaultMatch(hook);
    defaultScopes(hook.rules);
    if (hook.clientConfig.service) hook.clientConfig.service.port ??= 443;
  }
}
