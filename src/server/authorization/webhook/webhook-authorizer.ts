// Follows staging/src/k8s.io/apiserver/plugin/pkg/authorizer/webhook/webhook.go (v1.36)

import { systemClock } from '../../../apimachinery/clock/index.js';
import { aggregateMessages, isJsonObject, type JsonObject } from '../../../apimachinery/meta/index.js';
import { isTimeout, messageOf, statusOf } from '../../../apimachinery/status/index.js';
import { HttpError } from '../../../client/http/index.js';
import { type RetryOptions, withRetries } from '../../../client/kubeconfig-webhook/index.js';
import { authorizationMetrics, type MetricsRegistry } from '../../metrics/index.js';
import type { UserInfo } from '../../request-context.js';
import type { RequestInfo } from '../../routing/index.js';
import type { Authorizer, Decision } from '../authorizer.js';
import { type KnownRules, noRules } from '../known-rules.js';
import { accessReviewSpec } from './access-review-spec.js';
import { DecisionCache } from './decision-cache.js';
import { MatchConditions } from './match-conditions.js';

export interface WebhookAuthorizerOptions {
  /** The name in metrics. */
  readonly name: string;
  /** Sends a SubjectAccessReview and returns the completed one. */
  readonly review: (review: JsonObject) => Promise<JsonObject>;
  readonly version: 'v1' | 'v1beta1';
  /** How long decisions are cached, by outcome; 0: not at all. */
  readonly allowedMilliseconds: number;
  readonly otherMilliseconds: number;
  /** The decision if the webhook fails. */
  readonly onFailure: 'no-opinion' | 'deny';
  /** Valid CEL expressions; the webhook is called only if all are true. */
  readonly matchConditions: readonly string[];
  readonly metrics: MetricsRegistry;
  readonly retries?: RetryOptions | undefined;
  readonly now?: (() => number) | undefined;
  /** Called when the webhook fails or responds incorrectly. */
  readonly onError: (error: unknown) => void;
}

/** Reviews with more client-controlled characters are not cached, so that they cannot exhaust memory. */
const maxKeptLength = 10_000;

interface Status {
  readonly allowed?: boolean;
  readonly denied?: boolean;
  readonly reason?: string;
}

/** Authorizes requests by calling a webhook. */
export class WebhookAuthorizer implements Authorizer {
  readonly #options: WebhookAuthorizerOptions;
  readonly #conditions: MatchConditions;
  readonly #responses: DecisionCache<Status>;

  constructor(options: WebhookAuthorizerOptions) {
    this.#options = options;
    this.#conditions = new MatchConditions(options.matchConditions);
    this.#responses = new DecisionCache(options.now);
  }

  async authorize(user: UserInfo, info: RequestInfo): Promise<Decision> {
    const access = accessReviewSpec(user, info);
    const excluded = this.#conditions.isEmpty ? undefined : await this.#excluded(access);
    if (excluded) return excluded;
    const key = JSON.stringify(access);
    const known = this.#responses.get(key);
    if (known) return decisionOf(known);
    try {
      const status = await withRetries(() => this.#review(access), this.#options.retries);
      this.#remember(key, status, info);
      return decisionOf(status);
    } catch (error) {
      return this.#failed(error);
    }
  }

  readonly listRules = async (): Promise<KnownRules> => ({
    ...noRules,
    incomplete: true,
    errors: ['webhook authorizer does not support user rule resolution'],
  });

  /** Returns the decision if the conditions exclude the request or fail; undefined if the webhook has to be called. */
  async #excluded(access: JsonObject): Promise<Decision | undefined> {
    const { name, metrics, onFailure } = this.#options;
    const labels = { type: 'Webhook', name };
    const begin = systemClock.monotonic();
    const result = await this.#conditions.match(access);
    const seconds = (systemClock.monotonic() - begin) / 1000;
    metrics.histogram(authorizationMetrics.matchConditionDuration).with(labels).observe(seconds);
    if (result === 'matches') return undefined;
    if (result === 'does not match') {
      metrics.counter(authorizationMetrics.matchConditionExclusions).with(labels).increment();
      return { decision: 'no-opinion' };
    }
    metrics.counter(authorizationMetrics.matchConditionErrors).with(labels).increment();
    return { decision: onFailure, error: aggregateMessages(result.errors) };
  }

  async #review(access: JsonObject): Promise<Status> {
    const { version, review } = this.#options;
    const begin = systemClock.monotonic();
    let result = 'success';
    try {
      const response = await review({
        kind: 'SubjectAccessReview',
        apiVersion: `authorization.k8s.io/${version}`,
        metadata: {},
        spec: version === 'v1' ? access : asBeta(access),
        status: { allowed: false },
      });
      return isJsonObject(response['status']) ? response['status'] : {};
    } catch (error) {
      result = resultOf(error);
      throw error;
    } finally {
      this.#count(result, (systemClock.monotonic() - begin) / 1000);
    }
  }

  #count(result: string, seconds: number): void {
    const { name, metrics } = this.#options;
    metrics.counter(authorizationMetrics.webhookEvaluations).with({ name, result }).increment();
    metrics.histogram(authorizationMetrics.webhookDuration).with({ name, result }).observe(seconds);
  }

  #remember(key: string, status: Status, info: RequestInfo): void {
    const { namespace, verb, apiGroup, apiVersion, resource, subresource, name, path } = info;
    const written = [namespace, verb, apiGroup, apiVersion, resource, subresource, name, path];
    if (written.reduce((length, part) => length + part.length, 0) >= maxKeptLength) return;
    const { allowedMilliseconds, otherMilliseconds } = this.#options;
    this.#responses.add(key, status, status.allowed ? allowedMilliseconds : otherMilliseconds);
  }

  #failed(error: unknown): Decision {
    const { name, metrics, onFailure, onError } = this.#options;
    onError(new Error('Failed to make webhook authorizer request', { cause: error }));
    if (onFailure === 'no-opinion') {
      metrics
        .counter(authorizationMetrics.webhookFailOpen)
        .with({ name, result: resultOf(error) })
        .increment();
    }
    return { decision: onFailure, error: messageOf(error) };
  }
}

function decisionOf({ allowed, denied, reason }: Status): Decision {
  const because = reason ? { reason } : {};
  if (denied && allowed) {
    const error = 'webhook subject access review returned both allow and deny response';
    return { decision: 'deny', ...because, error };
  }
  if (denied) return { decision: 'deny', ...because };
  return { decision: allowed ? 'allow' : 'no-opinion', ...because };
}

/** v1beta1 calls the groups `group`. */
function asBeta({ groups, ...access }: JsonObject): JsonObject {
  return groups === undefined ? access : { ...access, group: groups };
}

function resultOf(error: unknown): 'timeout' | 'error' {
  const isLate =
    error instanceof HttpError ? error.reason === 'timeout' : isTimeout(error) || statusOf(error).code === 504;
  return isLate ? 'timeout' : 'error';
}
