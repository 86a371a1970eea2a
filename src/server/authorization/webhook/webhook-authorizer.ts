import { systemClock } from '../../../apimachinery/clock/index.js';
import { isJsonObject, type JsonObject } from '../../../apimachinery/meta/index.js';
import { isTimeout, statusOf } from '../../../apimachinery/status/index.js';
import { HttpError } from '../../../client/http/index.js';
import { type RetryOptions, withRetries } from '../../../client/kubeconfig-webhook/index.js';
import { authorizationMetrics, type MetricsRegistry } from '../../metrics/index.js';
import type { UserInfo } from '../../request-context.js';
import type { RequestInfo } from '../../routing/index.js';
import type { Authorizer, Decision } from '../authorizer.js';
import { type KnownRules, noRules } from '../rules.js';
import { accessQuestion } from './access-question.js';
import { MatchConditions } from './match-conditions.js';
import { RecentAnswers } from './recent-answers.js';

export interface WebhookAuthorizerOptions {
  /** What metrics call it. */
  readonly name: string;
  /** Has somebody fill in a SubjectAccessReview. */
  readonly review: (review: JsonObject) => Promise<JsonObject>;
  readonly version: 'v1' | 'v1beta1';
  /** For how long a yes counts, and a no; 0: not at all. */
  readonly allowedMilliseconds: number;
  readonly otherMilliseconds: number;
  /** What counts where nobody can be asked. */
  readonly onFailure: 'no-opinion' | 'deny';
  /** Valid expressions that all must hold for the webhook to be asked. */
  readonly matchConditions: readonly string[];
  readonly metrics: MetricsRegistry;
  readonly retries?: RetryOptions | undefined;
  readonly now?: (() => number) | undefined;
  /** Told of a webhook that does not answer as it should. */
  readonly onError: (error: unknown) => void;
}

/** Questions that are longer than this by what a client writes are asked every time: they must not fill the memory. */
const maxKeptLength = 10_000;

interface Status {
  readonly allowed?: boolean;
  readonly denied?: boolean;
  readonly reason?: string;
}

/** Asks somebody else what users may do. */
export class WebhookAuthorizer implements Authorizer {
  readonly #options: WebhookAuthorizerOptions;
  readonly #conditions: MatchConditions;
  readonly #answers: RecentAnswers<Status>;

  constructor(options: WebhookAuthorizerOptions) {
    this.#options = options;
    this.#conditions = new MatchConditions(options.matchConditions);
    this.#answers = new RecentAnswers(options.now);
  }

  async authorize(user: UserInfo, info: RequestInfo): Promise<Decision> {
    const question = accessQuestion(user, info);
    const excluded = this.#conditions.isEmpty ? undefined : this.#excluded(question);
    if (excluded) return excluded;
    const key = JSON.stringify(question);
    const known = this.#answers.get(key);
    if (known) return decisionOf(known);
    try {
      const status = await withRetries(() => this.#ask(question), this.#options.retries);
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

  /** What counts without asking; undefined: the webhook is to be asked. */
  #excluded(question: JsonObject): Decision | undefined {
    const { name, metrics, onFailure } = this.#options;
    const labels = { type: 'Webhook', name };
    const begin = systemClock.monotonic();
    const result = this.#conditions.match(question);
    const seconds = (systemClock.monotonic() - begin) / 1000;
    metrics.histogram(authorizationMetrics.matchConditionDuration).with(labels).observe(seconds);
    if (result === 'matches') return undefined;
    if (result === 'does not match') {
      metrics.counter(authorizationMetrics.matchConditionExclusions).with(labels).increment();
      return { decision: 'no-opinion' };
    }
    metrics.counter(authorizationMetrics.matchConditionErrors).with(labels).increment();
    const { errors } = result;
    return { decision: onFailure, error: errors.length > 1 ? `[${errors.join(', ')}]` : errors[0]! };
  }

  async #ask(question: JsonObject): Promise<Status> {
    const { version, review } = this.#options;
    const begin = systemClock.monotonic();
    let result = 'success';
    try {
      const answer = await review({
        kind: 'SubjectAccessReview',
        apiVersion: `authorization.k8s.io/${version}`,
        metadata: {},
        spec: version === 'v1' ? question : asBeta(question),
        status: { allowed: false },
      });
      return isJsonObject(answer['status']) ? answer['status'] : {};
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
    this.#answers.add(key, status, status.allowed ? allowedMilliseconds : otherMilliseconds);
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
    return { decision: onFailure, error: error instanceof Error ? error.message : String(error) };
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

/** The older version has another name for the groups. */
function asBeta({ groups, ...question }: JsonObject): JsonObject {
  return groups === undefined ? question : { ...question, group: groups };
}

function resultOf(error: unknown): 'timeout' | 'error' {
  const isLate =
    error instanceof HttpError ? error.reason === 'timeout' : isTimeout(error) || statusOf(error).code === 504;
  return isLate ? 'timeout' : 'error';
}
