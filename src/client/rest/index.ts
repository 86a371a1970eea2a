export {
  basicCredentials,
  bearerToken,
  type Credentials,
  clientCertificate,
  combinedCredentials,
  type KeyPair,
  TokenFile,
} from './credentials.js';
export type { TlsClientOptions } from './http2-connection.js';
export { Http2Transport, type Http2TransportOptions } from './http2-transport.js';
export { measuredTransport, type RequestObserver } from './measured-transport.js';
export {
  type CallOptions,
  defaultPageSize,
  type ObjectClient,
  type Patch,
  type PatchType,
  type ResourceClient,
  type SelectOptions,
} from './resource-client.js';
export { responseError } from './response-error.js';
export { RestClient, type RestClientOptions, type RestRequest } from './rest-client.js';
export {
  type Transport,
  TransportError,
  type TransportHeaders,
  type TransportRequest,
  type TransportResponse,
} from './transport.js';
