import { badRequest, type Status, StatusError } from '../../../apimachinery/status/index.js';

/** A webhook could not be asked, or did not answer as it should: what then happens is its failurePolicy's. */
export class WebhookCallError extends Error {
  override readonly name = 'WebhookCallError';
  /** As it is counted. */
  readonly code: number;

  constructor(webhook: string, problem: string, { code = 503, cause }: { code?: number; cause?: unknown } = {}) {
    super(`failed calling webhook ${JSON.stringify(webhook)}: ${problem}`, { cause });
    this.code = code;
  }
}

/** A webhook has said no. */
export class WebhookDenial extends Error {
  override readonly name = 'WebhookDenial';
  readonly status: StatusError;

  constructor(webhook: string, result: Partial<Status>) {
    const status = denialStatus(webhook, result);
    super(status.message);
    this.status = status;
  }
}

/** What clients are told: what the webhook says, and that it was the webhook. */
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
    // A refusal is none without a code that says so.
    code: Math.max(code, 400),
  });
}

export function dryRunUnsupported(webhook: string): StatusError {
  return badRequest(`admission webhook ${JSON.stringify(webhook)} does not support dry run`);
}
