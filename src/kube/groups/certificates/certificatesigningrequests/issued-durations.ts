// Follows pkg/registry/certificates/certificates/storage/metrics.go (v1.36)

import { X509Certificate } from 'node:crypto';
import type { CertificateSigningRequest } from '../../../../api/certificates/v1.js';
import { certificateMetrics, type MetricsRegistry } from '../../../../server/metrics/index.js';
import type { Strategy } from '../../../../server/registry/index.js';

/** Counts certificates that were issued for requests with a duration, and those that have this duration. */
export function countIssuedDurations(
  metrics: MetricsRegistry,
): NonNullable<Strategy<CertificateSigningRequest>['reserve']> {
  return async ({ object, old }, { dryRun }) => {
    const { expirationSeconds, signerName = '' } = old?.spec ?? {};
    if (!old || dryRun || old.status.certificate || expirationSeconds === undefined) return undefined;
    const commit = async (): Promise<void> => {
      const { certificate } = object.status;
      if (!certificate) return;
      const labels = { signerName: signerName.startsWith('kubernetes.io/') ? signerName : 'other' };
      metrics.counter(certificateMetrics.requestedDurations).with(labels).increment();
      if (isHonoured(Buffer.from(certificate, 'base64'), expirationSeconds)) {
        metrics.counter(certificateMetrics.honouredDurations).with(labels).increment();
      }
    };
    return { commit };
  };
}

const backdatingSeconds = 300;

/** Short-lived certificates may begin in the past; beside that, a twentieth is tolerated. */
function isHonoured(pem: Buffer, wantedSeconds: number): boolean {
  try {
    const { validFrom, validTo } = new X509Certificate(pem);
    const seconds = (Date.parse(validTo) - Date.parse(validFrom)) / 1000;
    return Math.abs(seconds - wantedSeconds) < backdatingSeconds + wantedSeconds / 20;
  } catch {
    return false;
  }
}
