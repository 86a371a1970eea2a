import { type JsonObject, metadataOf } from '../../../apimachinery/meta/index.js';
import type { LabelSelectorSpec } from '../../../apimachinery/selectors/index.js';
import type { WebhookClientConfig } from '../../../client/webhook/index.js';
import type { MatchCondition } from '../cel/index.js';
import type { Rule } from '../matching/index.js';

/** One webhook of a configuration, as it is stored: checked, and with its defaults. */
export interface WebhookSpec {
  readonly name: string;
  readonly clientConfig: WebhookClientConfig;
  readonly rules?: readonly Rule[];
  readonly failurePolicy?: string;
  readonly matchPolicy?: string;
  readonly namespaceSelector?: LabelSelectorSpec;
  readonly objectSelector?: LabelSelectorSpec;
  readonly sideEffects?: string | null;
  readonly timeoutSeconds?: number;
  readonly admissionReviewVersions?: readonly string[] | null;
  readonly matchConditions?: readonly MatchCondition[];
  /** Of mutating ones. */
  readonly reinvocationPolicy?: string;
}

/** The configurations of one kind as they are now: `FollowedObjects`, or what another server tells. */
export interface ConfigurationSource {
  /** Undefined, or resolves, when they are known: to be waited for before anything else is asked. */
  ready(): Promise<void> | undefined;
  /** Another number whenever something has changed. */
  readonly changes: number;
  /** MutatingWebhookConfigurations or ValidatingWebhookConfigurations. Nobody changes them. */
  all(): Iterable<JsonObject>;
}

export function webhookSpecsOf({ webhooks }: JsonObject): readonly WebhookSpec[] {
  return (webhooks ?? []) as unknown as readonly WebhookSpec[];
}

/** They are asked in the order of their names. */
export function inOrder(configurations: Iterable<JsonObject>): JsonObject[] {
  const nameOf = (configuration: JsonObject): string => metadataOf(configuration).name ?? '';
  return [...configurations].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}
