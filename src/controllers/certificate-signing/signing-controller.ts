// Follows pkg/controller/certificates/signer/signer.go (v1.36)
import type { CertificateSigningRequest } from '../../api/certificates/v1.js';
import { formatTime } from '../../apimachinery/meta/index.js';
import type { Controller } from '../controller.js';
import { certificateSigningRequests } from '../resources.js';
import { requestIn, signers } from './request-kinds.js';
import { CertificateAuthority, lifetimeOf } from './sign-request.js';
import { hasCondition, signingRequestsController } from './signing-requests-controller.js';

export const certificateSigningControllerName = 'certificatesigningrequest-signing-controller';

export interface SigningOptions {
  /** In PEM. */
  readonly certificate: string;
  readonly key: string;
  /** The longest life of a certificate. */
  readonly longestMilliseconds: number;
}

/** Signs approved requests for the signers of Kubernetes. */
export function certificateSigningController({ longestMilliseconds, ...pair }: SigningOptions): Controller {
  const authority = CertificateAuthority.of(pair);
  return signingRequestsController(certificateSigningControllerName, async (request, { client, clock, signal }) => {
    const { signerName, usages = [], expirationSeconds } = request.spec;
    const check = signers[signerName];
    if (!hasCondition(request, 'Approved') || isRefused(request) || !check) return 'done';
    const parsed = requestIn(request);
    const problem = check(parsed, new Set(usages));
    const lifetimeMilliseconds = lifetimeOf(expirationSeconds, longestMilliseconds);
    const status =
      problem === undefined
        ? { certificate: encoded(authority.sign(parsed, { usages, lifetimeMilliseconds, now: clock.now() })) }
        : { conditions: [...(request.status?.conditions ?? []), failure(problem, clock.now())] };
    await client
      .resource<CertificateSigningRequest>(certificateSigningRequests)
      .updateStatus({ ...request, status: { ...request.status, ...status } }, { signal });
    return 'done';
  });
}

function isRefused({ status }: CertificateSigningRequest): boolean {
  const isFinal = (type: string): boolean => type === 'Denied' || type === 'Failed';
  return status?.conditions?.some((condition) => isFinal(condition.type) && condition.status === 'True') ?? false;
}

function failure(message: string, now: number) {
  const time = formatTime(now);
  const condition = { type: 'Failed', status: 'True', reason: 'SignerValidationFailure', message } as const;
  return { ...condition, lastUpdateTime: time, lastTransitionTime: time };
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64');
}
