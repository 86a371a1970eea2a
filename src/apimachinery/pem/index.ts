export { certificatesIn, holdsCertificates } from './certificates.js';
export { type PemBlock, pemBlocks } from './pem-blocks.js';
export { trustedRoots } from './trusted-roots.js';
