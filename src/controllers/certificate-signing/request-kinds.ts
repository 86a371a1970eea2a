// Follows pkg/apis/certificates/helpers.go (v1.36)
// Follows pkg/controller/certificates/signer/signer.go (v1.36)
import type { CertificateSigningRequest } from '../../api/certificates/v1.js';
import { type CertificateRequest, parseCertificateRequest } from '../../apimachinery/der/index.js';
import { pemBlocks } from '../../apimachinery/pem/index.js';
import { messageOf } from '../../apimachinery/status/index.js';

export const kubeletClientSigner = 'kubernetes.io/kube-apiserver-client-kubelet';

/** Throws if the request cannot be parsed. */
export function requestIn({ metadata, spec }: CertificateSigningRequest): CertificateRequest {
  try {
    const [first] = pemBlocks(Buffer.from(spec.request ?? '', 'base64').toString());
    if (first?.type !== 'CERTIFICATE REQUEST') throw new Error('PEM block type must be CERTIFICATE REQUEST');
    return parseCertificateRequest(first.bytes);
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`unable to parse csr ${JSON.stringify(metadata.name)}: ${reason}`, { cause: error });
  }
}

/** Returns why a signer refuses the request: undefined if it does not. */
type Check = (request: CertificateRequest, usages: ReadonlySet<string>) => string | undefined;

/** The signers of kube-controller-manager, and what each one signs. */
export const signers: Readonly<Record<string, Check>> = {
  'kubernetes.io/kubelet-serving': kubeletServingProblem,
  [kubeletClientSigner]: kubeletClientProblem,
  'kubernetes.io/kube-apiserver-client': (_request, usages) => clientUsageProblem(usages),
  'kubernetes.io/legacy-unknown': () => undefined,
};

export function kubeletClientProblem(request: CertificateRequest, usages: ReadonlySet<string>): string | undefined {
  const { alternativeNames: names } = request;
  if (!isOfNodes(request)) return 'subject organization is not system:nodes';
  if (names.has('dns')) return 'DNS subjectAltNames are not allowed';
  if (names.has('email')) return 'Email subjectAltNames are not allowed';
  if (names.has('address')) return 'IP subjectAltNames are not allowed';
  if (names.has('uri')) return 'URI subjectAltNames are not allowed';
  return nodeNameProblem(request) ?? usagesProblem(usages, 'client auth');
}

function kubeletServingProblem(request: CertificateRequest, usages: ReadonlySet<string>): string | undefined {
  const { alternativeNames: names } = request;
  if (!isOfNodes(request)) return 'subject organization is not system:nodes';
  if (!names.has('dns') && !names.has('address')) return 'DNS or IP subjectAltName is required';
  if (names.has('email')) return 'Email subjectAltNames are not allowed';
  if (names.has('uri')) return 'URI subjectAltNames are not allowed';
  return usagesProblem(usages, 'server auth') ?? nodeNameProblem(request);
}

function isOfNodes({ subject }: CertificateRequest): boolean {
  return subject.organizations.length === 1 && subject.organizations[0] === 'system:nodes';
}

function nodeNameProblem({ subject }: CertificateRequest): string | undefined {
  const isNode = subject.commonName.startsWith('system:node:');
  return isNode ? undefined : 'subject common name does not begin with system:node:';
}

/** Keys that are not RSA do not encipher others. */
function usagesProblem(usages: ReadonlySet<string>, purpose: string): string | undefined {
  const required = ['digital signature', 'key encipherment', purpose].sort();
  const isComplete = usages.has('digital signature') && usages.has(purpose);
  const isExact = [...usages].every((usage) => required.includes(usage));
  return isComplete && isExact ? undefined : `usages did not match [${required.join(' ')}]`;
}

function clientUsageProblem(usages: ReadonlySet<string>): string | undefined {
  const other = [...usages].find((usage) => !['digital signature', 'key encipherment', 'client auth'].includes(usage));
  if (other !== undefined) return `invalid usage for client certificate: ${other}`;
  return usages.has('client auth') ? undefined : 'missing required usage for client certificate: client auth';
}
