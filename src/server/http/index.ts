export {
  ApiRequest,
  type ClientCertificate,
  ClientGoneError,
  type Protocol,
  type RequestHeaders,
  type RequestTransport,
  type UpgradedConnection,
} from './api-request.js';
export {
  type ApiResponse,
  type Handler,
  type ResponseBody,
  type ResponseHeaders,
  type ResponseSink,
  takenOver,
} from './api-response.js';
export { headerText } from './header-text.js';
export { type InjectedRequest, type InjectedResponse, inject } from './inject.js';
export { defaultLimits, type Limits } from './limits.js';
export { SecureServer, type SecureServerOptions } from './secure-server.js';
export {
  type CertificateRequest,
  generateKeyPair,
  type KeyPair,
  privateKeyPem,
  type Subject,
  signCertificate,
} from './tls/certificate.js';
export type { KeyPairSource, PemSource } from './tls/pem-source.js';
export type { TlsOptions } from './tls/secure-contexts.js';
export {
  keepSelfSigned,
  makeSelfSigned,
  type SelfSignedCertificate,
  type SelfSignedOptions,
} from './tls/self-signed.js';
export { type OverWebSocketOptions, overWebSocket } from './websocket/over-websocket.js';
export { WebSocket, type WebSocketOptions, wantsWebSocket } from './websocket/websocket.js';
