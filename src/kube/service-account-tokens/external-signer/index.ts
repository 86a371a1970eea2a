export { ExternalSigner, type ExternalSignerOptions } from './external-signer.js';
