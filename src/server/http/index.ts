export {
  ApiRequest,
  type ClientCertificate,
  ClientGoneError,
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
export { headerBytes, headerText } from './header-text.js';
export { type InjectedRequest, inject } from './inject.js';
export type { Limits } from './limits.js';
export { type ConnectionSource, connectionOptions, SecureServer } from './secure-server.js';
export {
  type CertificateRequest,
  generateKeyPair,
  type KeyPair,
  privateKeyPem,
  type Subject,
  signCertificate,
} from './tls/certificate.js';
export { curveProblems } from './tls/curve-preferences.js';
export { filesOf, type KeyPairSource, ParsedPem, type PemSource, readPem } from './tls/pem-source.js';
export type { TlsOptions } from './tls/secure-contexts.js';
export { keepSelfSigned, makeSelfSigned } from './tls/self-signed.js';
export { overWebSocket } from './websocket/over-websocket.js';
export { internalError, WebSocket, wantsWebSocket } from './websocket/websocket.js';
