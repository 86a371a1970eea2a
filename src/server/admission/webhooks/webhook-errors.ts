// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/errors/statuserror.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/util/webhook/error.go (v1.36)

import { badRequest, type Status, StatusError } from '../../../apimachinery/status/index.js';

/** The call of a webhook failed or its response was invalid: the failurePolicy decides what happens. */
export class WebhookCallError extends Error {
  override readonly name = 'WebhookCallError';
  /** The status code in metrics. */
  readonly code: number;

  constructor(webhook: string, problem: string, { code = 503, cause }: { code?: number; cause?: unknown } = {}) {
    super(`failed calling webhook ${JSON.stringify(webhook)}: ${problem}`, { cause });
    this.code = code;
  }
}

/** A webhook denied the request. */
export class WebhookDenial extends Error {
  override readonly name = 'WebhookDenial';
  readonly status: StatusError;

  constructor(webhook: string, result: Partial<Status>) {
    const status = denialStatus(webhook, result);
    super(status.message);
    this.status = status;
  }
}

/** The status for the client: the webhook's own, with its name added. */
function denialStatus(webhook: string, result: Partial<Status>): StatusError {
  const { code = 0, message, reason, details } = result;
  const deniedBy = `admission webhook ${JSON.stringify(webhook)} denied the request`;
  const explanation = message || reason;
  return new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: explanation ? `${deniedBy}: ${explanation}` : `${deniedBy} without explanation`,
    ...(reason && { reason }),
    ...(details && { details }),
    // A denial must have an error code.
    code: Math.max(code, 400),
  });
}

export function dryRunUnsupported(webhook: string): StatusError {
  return badRequest(`admission webhook ${JSON.stringify(webhook)} does not support dry run`);
}
