// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { CertificateSigningRequest } from '../../../../api/certificates/v1.js';
import { humanDuration } from '../../../../apimachinery/meta/index.js';
import type { MetricsRegistry } from '../../../../server/metrics/index.js';
import { builtInResource, objectVerbs } from '../../../built-in-resource.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { countIssuedDurations } from './issued-durations.js';
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
