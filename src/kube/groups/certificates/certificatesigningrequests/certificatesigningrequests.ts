// Follows pkg/printers/internalversion/printers.go (v1.36)
// Follows pkg/registry/certificates/certificates/storage/metrics.go (v1.36)

import { X509Certificate } from 'node:crypto';
import type { CertificateSigningRequest } from '../../../../api/certificates/v1.js';
import { humanDuration } from '../../../../apimachinery/meta/index.js';
import { certificateMetrics, type MetricsRegistry } from '../../../../server/metrics/index.js';
import type { Strategy } from '../../../../server/registry/index.js';
import { builtInResource, objectVerbs } from '../../../built-in-resource.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { conditionsOf } from './signing-request.js';
import { approval, main, status } from './strategies.js';

export const certificateSigningRequests = (metrics: MetricsRegistry) =>
  builtInResource<CertificateSigningRequest>('certificates.k8s.io/v1', 'CertificateSigningRequest', {
    plural: 'certificatesigningrequests',
    shortNames: ['csr'],
    scope: 'Cluster',
    columns: [
      nameColumn,
      ageColumn,
      textColumn('SignerName', ({ spec }) => spec.signerName || '<none>', {
        description: ['certificates/v1beta1.CertificateSigningRequestSpec', 'signerName'],
      }),
      textColumn('Requestor', 'spec.username', {
        description: ['certificates/v1beta1.CertificateSigningRequestSpec', 'request'],
      }),
      textColumn('RequestedDuration', durationText, { field: 'spec.expirationSeconds' }),
      textColumn('Condition', conditionText, {
        description: ['certificates/v1beta1.CertificateSigningRequestStatus', 'conditions'],
      }),
    ],
    strategies: { main, status: { ...status, reserve: countIssuedDurations(metrics) } },
    subresources: { approval: { verbs: objectVerbs, strategy: approval } },
    selectableFields: ['spec.signerName'],
  });

function durationText({ spec: { expirationSeconds } }: CertificateSigningRequest): string {
  return expirationSeconds === undefined ? '<none>' : humanDuration(expirationSeconds * 1000);
}

function conditionText(request: CertificateSigningRequest): string {
  const has = (type: string): boolean => conditionsOf(request, type).length > 0;
  const decision = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending';
  const failed = has('Failed') ? ',Failed' : '';
  return `${decision}${failed}${request.status.certificate ? ',Issued' : ''}`;
}

/** Counts certificates that were issued for requests with a duration, and those that have this duration. */
function countIssuedDurations(metrics: MetricsRegistry): NonNullable<Strategy<CertificateSigningRequest>['reserve']> {
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
