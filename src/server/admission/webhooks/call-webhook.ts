// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/validating/dispatcher.go (v1.36)

import { randomUUID } from 'node:crypto';
import { systemClock } from '../../../apimachinery/clock/index.js';
import type { JsonValue } from '../../../apimachinery/meta/index.js';
import { StatusError, timeout } from '../../../apimachinery/status/index.js';
import { traced } from '../../../apimachinery/tracing/index.js';
import { checkQualifiedName } from '../../../apimachinery/validation/index.js';
import type { AdmissionRequest } from '../admission-request.js';
import { type AdmissionResponse, readReview, verifiedResponse } from './admission-response.js';
import { admissionReview, type ReviewVersion, reviewVersionOf } from './admission-review.js';
import type { Invocation } from './invocation.js';
import type { Webhook } from './webhook.js';
import { dryRunUnsupported, WebhookCallError, WebhookDenial } from './webhook-errors.js';

/**
 * Calls a webhook, and passes on its warnings and audit annotations. Throws `WebhookCallError` if the call fails or the
 * response is invalid, `WebhookDenial` if the webhook denies the request.
 */
export async function callWebhook(
  invocation: Invocation,
  { isMutating }: { isMutating: boolean },
): Promise<AdmissionResponse> {
  const { webhook, request } = invocation;
  if (request.attributes.dryRun) checkDryRun(webhook);
  const response = await sendReview(invocation, isMutating);
  for (const [key, value] of Object.entries(response.auditAnnotations)) {
    annotate(request, `${webhook.name}/${key}`, value);
  }
  for (const warning of response.warnings) request.warn(warning);
  if (!response.allowed) throw new WebhookDenial(webhook.name, response.status);
  return response;
}

/** Throws if the request was cancelled or timed out meanwhile. */
export function refuseLate({ context }: AdmissionRequest): void {
  if (context.request.signal?.aborted) throw timeout('request did not complete within requested timeout', 0);
}

function checkDryRun({ name, spec }: Webhook): void {
  const { sideEffects } = spec;
  if (!sideEffects) throw new WebhookCallError(name, 'Webhook SideEffects is nil', { code: 400 });
  if (sideEffects !== 'None' && sideEffects !== 'NoneOnDryRun') throw dryRunUnsupported(name);
}

async function sendReview(invocation: Invocation, isMutating: boolean): Promise<AdmissionResponse> {
  const { name, spec } = invocation.webhook;
  const version = reviewVersionOf(spec.admissionReviewVersions ?? []);
  if (!version) {
    const problem = 'webhook does not accept known AdmissionReview versions (v1, v1beta1)';
    throw new WebhookCallError(name, `could not create admission objects: ${problem}`, { code: 400 });
  }
  const uid = randomUUID();
  const review = await traced(
    () => webhookSpan(invocation, { uid, isMutating }),
    async (span) => {
      const answered = await exchange(invocation, { version, review: admissionReview(version, uid, invocation) });
      span?.addEvent('Request completed');
      return answered;
    },
  );
  try {
    return verifiedResponse(review, { version, uid, isMutating });
  } catch (error) {
    throw new WebhookCallError(name, `received invalid webhook response: ${(error as Error).message}`);
  }
}

function webhookSpan(
  { webhook, request, form }: Invocation,
  { uid, isMutating }: { uid: string; isMutating: boolean },
) {
  const { operation, subresource } = request.attributes;
  const { group, version, resource } = form.resource;
  const attributes = {
    configuration: webhook.configuration,
    webhook: webhook.name,
    resource: `${group}/${version}, Resource=${resource}`,
    subresource,
    operation,
    UID: uid,
  };
  return { name: `Call ${isMutating ? 'mutating' : 'validating'} webhook`, attributes };
}

interface AskedReview {
  readonly version: ReviewVersion;
  readonly review: ReturnType<typeof admissionReview>;
}

async function exchange({ webhook, request }: Invocation, { version, review }: AskedReview) {
  const { signal } = request.context.request;
  const timeoutMilliseconds = Math.min(webhook.timeoutMilliseconds, millisecondsLeft(request));
  try {
    const completed: JsonValue = await webhook.client.post(review, { timeoutMilliseconds, signal });
    return readReview(completed, version);
  } catch (error) {
    const problem = `failed to call webhook: ${(error as Error).message}`;
    const code = error instanceof StatusError ? error.code : 503;
    throw new WebhookCallError(webhook.name, problem, { code, cause: error });
  }
}

/** Time until the deadline of the request, in whole seconds and at least one. */
function millisecondsLeft({ context }: AdmissionRequest): number {
  const left = context.deadline - systemClock.monotonic();
  return Math.max(1, Math.ceil(left / 1000)) * 1000;
}

/** Only keys that are valid in audit events are used. */
function annotate(request: AdmissionRequest, key: string, value: string): void {
  if (key.split('/').length === 2 && checkQualifiedName(key).length === 0) request.annotate(key, value);
}
