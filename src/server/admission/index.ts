export { AdmissionChain, type AdmissionChainOptions } from './admission-chain.js';
export { AdmissionRequest } from './admission-request.js';
export { forbiddenBy, notFoundBy } from './forbidden-by.js';
export type { AdmissionPlugin } from './plugin.js';
