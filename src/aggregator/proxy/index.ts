export { forward } from './forward.js';
export { identityHeaders } from './request-headers.js';
export {
  byClusterIp,
  byEndpoint,
  type EndpointSlice,
  isReady,
  type KnownServices,
  type Service,
  withOwnService,
} from './service-resolver.js';
