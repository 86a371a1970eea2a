export { certificatesIn, holdsCertificates } from './certificates.js';
export { type PemBlock, pemBlocks } from './pem-blocks.js';
