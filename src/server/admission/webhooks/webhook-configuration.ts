// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/accessors.go (v1.36)

import { type JsonObject, metadataOf } from '../../../apimachinery/meta/index.js';
import type { LabelSelectorSpec } from '../../../apimachinery/selectors/index.js';
import type { WebhookClientConfig } from '../../../client/webhook/index.js';
import type { MatchCondition } from '../cel/index.js';
import type { Rule } from '../matching/index.js';

/** One webhook of a configuration, as stored: validated and defaulted. */
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
  /** Mutating webhooks only. */
  readonly reinvocationPolicy?: string;
}

/** The current configurations of one kind: `StoreLister`, or a view of another server's. */
export interface ConfigurationSource {
  /** Returns undefined once synced, else a promise that resolves then. Wait for it before calling the other methods. */
  ready(): Promise<void> | undefined;
  /** Incremented with every change. */
  readonly changes: number;
  /** MutatingWebhookConfigurations or ValidatingWebhookConfigurations. Read-only. */
  all(): Iterable<JsonObject>;
}

export function webhookSpecsOf({ webhooks }: JsonObject): readonly WebhookSpec[] {
  return (webhooks ?? []) as unknown as readonly WebhookSpec[];
}

/** Webhooks are called in the order of their configurations' names. */
export function inOrder(configurations: Iterable<JsonObject>): JsonObject[] {
  const nameOf = (configuration: JsonObject): string => metadataOf(configuration).name ?? '';
  return [...configurations].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}
