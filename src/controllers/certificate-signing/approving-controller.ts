// Follows pkg/controller/certificates/approver/sarapprove.go (v1.36)
import type { SubjectAccessReview } from '../../api/authorization/v1.js';
import type { CertificateSigningRequest } from '../../api/certificates/v1.js';
import { formatTime } from '../../apimachinery/meta/index.js';
import type { ControllerContext } from '../controller.js';
import { certificateSigningRequests, subjectAccessReviews } from '../resources.js';
import { kubeletClientProblem, kubeletClientSigner, requestIn } from './request-kinds.js';
import { hasCondition, signingRequestsController } from './signing-requests-controller.js';

interface Recognizer {
  readonly subresource: 'selfnodeclient' | 'nodeclient';
  readonly message: string;
}

const recognizers: readonly Recognizer[] = [
  {
    subresource: 'selfnodeclient',
    message: 'Auto approving self kubelet client certificate after SubjectAccessReview.',
  },
  { subresource: 'nodeclient', message: 'Auto approving kubelet client certificate after SubjectAccessReview.' },
];

/** Approves requests of kubelets for client certificates, if RBAC allows their users to have them. */
export const certificateApprovingController = signingRequestsController(
  'certificatesigningrequest-approving-controller',
  async (request, context) => {
    if (hasCondition(request, 'Approved') || hasCondition(request, 'Denied')) return 'done';
    const recognized = recognizersOf(request);
    for (const recognizer of recognized) {
      if (await isAllowed(request, recognizer, context)) {
        await approve(request, recognizer, context);
        return 'done';
      }
    }
    // Permissions may change.
    return recognized.length > 0 ? 'retry' : 'done';
  },
);

/** The kinds of requests that it is. */
function recognizersOf(request: CertificateSigningRequest): readonly Recognizer[] {
  const { signerName, usages = [], username } = request.spec;
  if (signerName !== kubeletClientSigner) return [];
  const parsed = requestIn(request);
  if (kubeletClientProblem(parsed, new Set(usages)) !== undefined) return [];
  const isSelf = parsed.subject.commonName === username;
  return recognizers.filter(({ subresource }) => isSelf || subresource !== 'selfnodeclient');
}

async function isAllowed(
  { spec }: CertificateSigningRequest,
  { subresource }: Recognizer,
  { client, signal }: ControllerContext,
): Promise<boolean> {
  const { username = '', uid = '', groups = [], extra = {} } = spec;
  const resourceAttributes = {
    group: 'certificates.k8s.io',
    resource: 'certificatesigningrequests',
    verb: 'create',
    version: '*',
    subresource,
  };
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    spec: { user: username, uid, groups, extra, resourceAttributes },
  } as unknown as SubjectAccessReview;
  const { status } = await client.resource<SubjectAccessReview>(subjectAccessReviews).create(review, { signal });
  return status?.allowed ?? false;
}

async function approve(
  request: CertificateSigningRequest,
  { message }: Recognizer,
  { client, clock, signal }: ControllerContext,
): Promise<void> {
  const now = formatTime(clock.now());
  const approved = { type: 'Approved', status: 'True', reason: 'AutoApproved', message } as const;
  const conditions = [
    ...(request.status?.conditions ?? []),
    { ...approved, lastUpdateTime: now, lastTransitionTime: now },
  ];
  await client
    .resource<CertificateSigningRequest>(certificateSigningRequests)
    .subresource(request.metadata.name ?? '', 'approval')
    .update({ ...request, status: { ...request.status, conditions } }, { signal });
}
