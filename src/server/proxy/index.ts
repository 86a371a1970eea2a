export {
  Backend,
  type BackendAddress,
  UnusableAuthoritiesError,
  UnwantedProtocolError,
  type UpgradedBackend,
} from './backend.js';
export { type KeyPair, KeyPairFile, type KeyPairFiles } from './key-pair-file.js';
export { joinHostPort, networkErrorText } from './network-error.js';
export { plainError, relay, relayResponse } from './relay-response.js';
export { forwardedHeaders } from './request-headers.js';
export { returnedHeaders } from './response-headers.js';
export { openTunnel, refusedUpgrade, requestUpgrade, TunnelError } from './tunnel.js';
export { wantsUpgrade } from './wants-upgrade.js';
