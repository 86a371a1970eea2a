export { Backend, type BackendOptions, type Endpoint, UnusableAuthoritiesError } from './backend.js';
export { type Destination, forward } from './forward.js';
export { plainError } from './hand-back.js';
export { type KeyPair, KeyPairFile, type KeyPairFiles } from './key-pair-file.js';
export { joinHostPort, networkErrorText } from './network-error.js';
export { identityHeaders } from './request-headers.js';
export {
  byClusterIp,
  byEndpoint,
  type EndpointSlice,
  isReady,
  type KnownServices,
  type ResolveService,
  type Service,
  withOwnService,
} from './service-resolver.js';
