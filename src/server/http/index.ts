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
