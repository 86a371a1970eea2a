import { humanDuration, type JsonObject } from '../../../../apimachinery/meta/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { conditionsOf, specOf, statusOf } from './signing-request.js';
import { approval, main, status } from './strategies.js';

export const certificateSigningRequests = defineResource({
  kind: 'CertificateSigningRequest',
  plural: 'certificatesigningrequests',
  shortNames: ['csr'],
  scope: 'Cluster',
  versions: {
    v1: builtInVersion('certificates.k8s.io/v1', 'CertificateSigningRequest', {
      columns: [
        nameColumn,
        ageColumn,
        textColumn('SignerName', (request) => specOf(request).signerName || '<none>'),
        textColumn('Requestor', (request) => specOf(request).username ?? ''),
        textColumn('RequestedDuration', durationText),
        textColumn('Condition', conditionText),
      ],
    }),
  },
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
  partials: { approval: { verbs: ['get', 'patch', 'update'], strategy: approval } },
  selectableFields: ['spec.signerName'],
});

function durationText(request: JsonObject): string {
  const { expirationSeconds } = specOf(request);
  return expirationSeconds === undefined ? '<none>' : humanDuration(expirationSeconds * 1000);
}

function conditionText(request: JsonObject): string {
  const has = (type: string): boolean => conditionsOf(request, type).length > 0;
  const decision = has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending';
  const failed = has('Failed') ? ',Failed' : '';
  return `${decision}${failed}${statusOf(request).certificate ? ',Issued' : ''}`;
}
