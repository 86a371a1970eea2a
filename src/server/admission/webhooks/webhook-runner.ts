// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/validating/dispatcher.go (v1.36)

import { systemClock } from '../../../apimachinery/clock/index.js';
import { forbidden, internalError, StatusError } from '../../../apimachinery/status/index.js';
import type { Authorizer } from '../../authorization/index.js';
import type { MetricsRegistry } from '../../metrics/index.js';
import type { AdmissionRequest } from '../admission-request.js';
import { Evaluation, type MatchConditions } from '../cel/index.js';
import type { VersionedObjects } from '../matching/index.js';
import type { Invocation } from './invocation.js';
import type { Webhook } from './webhook.js';
import { WebhookCallError, WebhookDenial } from './webhook-errors.js';
import { type CallOutcome, WebhookMetrics, type WebhookType } from './webhook-metrics.js';

export interface WebhookRunnerOptions {
  /** Used by match conditions that contain authorization checks. */
  readonly authorizer?: Authorizer;
  readonly metrics?: MetricsRegistry;
  /** Called with log lines about denials and failed calls. */
  readonly onWarning?: ((message: string) => void) | undefined;
  /** Called with internal errors. */
  readonly onError: (error: unknown) => void;
}

/** The behaviour that both kinds of webhooks share: when one is called, and how failures are handled. */
export class WebhookRunner {
  readonly #options: WebhookRunnerOptions;
  readonly #metrics: WebhookMetrics | undefined;
  readonly #type: WebhookType;

  constructor(options: WebhookRunnerOptions, type: WebhookType) {
    this.#options = options;
    this.#type = type;
    this.#metrics = options.metrics && new WebhookMetrics(options.metrics, type);
  }

  /** Returns the invocation of a webhook for a request; undefined if the webhook does not match. */
  async invocationOf(
    webhook: Webhook,
    request: AdmissionRequest,
    versions: VersionedObjects,
  ): Promise<Invocation | undefined> {
    const form = await webhook.matcher.match(request);
    if (!form) return undefined;
    const objects = await converted(() => versions.in(form.kind));
    const invocation = { webhook, request, form, objects };
    const { conditions } = webhook;
    return !conditions || (await this.#fulfils(conditions, invocation)) ? invocation : undefined;
  }

  /**
   * Runs the call of a webhook and records metrics. Throws the error for the client. Returns undefined if the call
   * fails and the failurePolicy is Ignore; the request is then annotated under `failedOpenKey`.
   */
  async run<Result>(
    { webhook, request }: Invocation,
    failedOpenKey: string,
    work: () => Promise<Result>,
  ): Promise<Result | undefined> {
    const begin = systemClock.monotonic();
    const count = (outcome: Omit<CallOutcome, 'seconds'>): void => {
      const seconds = (systemClock.monotonic() - begin) / 1000;
      this.#metrics?.called(webhook.name, request.operation, { ...outcome, seconds });
    };
    try {
      const result = await work();
      count({ code: 200, rejection: undefined });
      return result;
    } catch (error) {
      const rejection = rejectionOf(error, webhook);
      count({ code: codeOf(error), rejection });
      this.#log(webhook.name, error, rejection);
      if (rejection) throw toldError(error);
      this.#metrics?.failedOpen(webhook.name);
      request.annotate(failedOpenKey, webhook.name);
      return undefined;
    }
  }

  /** A denial is not an error; denials by mutating webhooks are not logged. */
  #log(webhook: string, error: unknown, rejection: CallOutcome['rejection']): void {
    const { onWarning, onError } = this.#options;
    const { message } = error as Error;
    if (rejection === 'apiserver_internal_error') {
      // Other errors concern the webhook's response, and the client gets them.
      if (error instanceof TypeError || error instanceof RangeError) onError(error);
    } else if (rejection !== 'no_error') {
      const consequence = rejection ? 'failing closed' : 'failing open';
      onWarning?.(`Failed calling webhook, ${consequence} ${webhook}: ${message}`);
    } else if (this.#type === 'validating') {
      onWarning?.(`rejected by webhook ${JSON.stringify(webhook)}: ${message}`);
    }
  }

  async #fulfils(conditions: MatchConditions, { webhook, request, form, objects }: Invocation): Promise<boolean> {
    const { authorizer } = this.#options;
    const { operation, attributes } = request;
    const { kind, resource } = form;
    const begin = systemClock.monotonic();
    const evaluation = new Evaluation({ request, kind, resource, ...objects, ...(authorizer && { authorizer }) });
    const result = await conditions.match(evaluation);
    const seconds = (systemClock.monotonic() - begin) / 1000;
    const errors = result.outcome === 'failed' ? result.failedConditions : 0;
    this.#metrics?.conditionsEvaluated(webhook.name, operation, { seconds, errors });
    if (result.outcome === 'matches') return true;
    if (result.outcome === 'failed' && !webhook.isOptional) {
      throw forbidden(attributes.resource, attributes.name, result.error);
    }
    this.#metrics?.excluded(webhook.name, operation);
    return false;
  }
}

async function converted<Result>(convert: () => Result): Promise<Awaited<Result>> {
  try {
    return await convert();
  } catch (error) {
    throw internalError(error as Error);
  }
}

/** Why the request is rejected, as the `error_type` label of metrics; undefined if it is not. */
function rejectionOf(error: unknown, webhook: Webhook): CallOutcome['rejection'] {
  if (error instanceof WebhookDenial) return 'no_error';
  if (!(error instanceof WebhookCallError)) return 'apiserver_internal_error';
  return webhook.isOptional ? undefined : 'calling_webhook_error';
}

function codeOf(error: unknown): number {
  if (error instanceof WebhookDenial) return error.status.code;
  return error instanceof WebhookCallError ? error.code : 0;
}

function toldError(error: unknown): unknown {
  if (error instanceof WebhookDenial) return error.status;
  if (error instanceof WebhookCallError) return internalError(error);
  return error instanceof StatusError || !(error instanceof Error) ? error : internalError(error);
}
