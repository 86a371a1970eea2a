// Follows pkg/registry/certificates/podcertificaterequest/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { PodCertificateRequest } from '../../../../api/certificates/v1beta1.js';
import { keepField, type Strategy, specAndStatus } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { formatLabels, nameColumn, textColumn } from '../../../printing/index.js';
import { validateStatusUpdate } from './status-validation.js';
import { validatePodCertificateRequest, validatePodCertificateRequestUpdate } from './validation.js';

const main: Strategy<PodCertificateRequest> = {
  allowUnconditionalUpdate: false,
  prepareForCreate(object) {
    object.status = {};
  },
  prepareForUpdate: (change) => keepField(change, 'status'),
  validate: validatePodCertificateRequest,
  validateUpdate: validatePodCertificateRequestUpdate,
};

/** For signers; `SignerPermission` checks that they are. */
const status: Strategy<PodCertificateRequest> = {
  ...specAndStatus(main, { validateStatus: validateStatusUpdate }).status,
  resetFields: ['spec'],
};

const described = (field: string) => ({
  description: ['certificates/v1beta1.PodCertificateRequestSpec', field] as const,
});

/** A certificate that a kubelet requests for a pod. */
export const podCertificateRequests = builtInResource<PodCertificateRequest>(
  'certificates.k8s.io/v1beta1',
  'PodCertificateRequest',
  {
    plural: 'podcertificaterequests',
    scope: 'Namespaced',
    featureGate: 'PodCertificateRequest',
    introduced: '1.35',
    columns: [
      nameColumn,
      textColumn<PodCertificateRequest>('PodName', ({ spec }) => spec.podName, described('podName')),
      textColumn<PodCertificateRequest>(
        'ServiceAccountName',
        ({ spec }) => spec.serviceAccountName,
        described('serviceAccountName'),
      ),
      textColumn<PodCertificateRequest>('NodeName', ({ spec }) => spec.nodeName, described('nodeName')),
      textColumn<PodCertificateRequest>('SignerName', ({ spec }) => spec.signerName, described('signerName')),
      textColumn<PodCertificateRequest>('State', stateText, 'Is the request Pending, Issued, Denied, or Failed?'),
      textColumn<PodCertificateRequest>(
        'UnverifiedUserAnnotations',
        ({ spec }) => formatLabels(spec.unverifiedUserAnnotations),
        described('unverifiedUserAnnotations'),
      ),
    ],
    strategies: { main, status },
    selectableFields: ['spec.signerName', 'spec.podName', 'spec.nodeName'],
  },
);

function stateText({ status: { conditions = [] } }: PodCertificateRequest): string {
  return conditions.findLast(({ type }) => ['Issued', 'Denied', 'Failed'].includes(type))?.type ?? 'Pending';
}
