export {
  Backend,
  type BackendOptions,
  type BackendRequest,
  type Endpoint,
  UnusableAuthoritiesError,
  UnwantedProtocolError,
  type UpgradedBackend,
} from './backend.js';
export { handBack, plainError, relay } from './hand-back.js';
export { type KeyPair, KeyPairFile, type KeyPairFiles } from './key-pair-file.js';
export { joinHostPort, networkErrorText } from './network-error.js';
export { type ForwardOptions, forwardedHeaders } from './request-headers.js';
export { returnedHeaders } from './response-headers.js';
export { askToUpgrade, openTunnel, refusedUpgrade, type TunnelDestination, TunnelError } from './tunnel.js';
export { wantsUpgrade } from './wants-upgrade.js';
