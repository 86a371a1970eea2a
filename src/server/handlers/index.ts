export { type Admission, type AdmissionAttributes, type AdmissionOperation, admitAll } from './admission.js';
export { forbiddenTo } from './forbidden.js';
export { kindText, notConverted } from './input/apply-errors.js';
export { cborDiagnostic } from './input/cbor-problems.js';
export {
  decodeObject,
  mishandledText,
  otherVersion,
  parsedVersion,
  shapeSent,
  unknownField,
  unrecognizedText,
} from './input/decode-body.js';
export { booleanOf, integerOf } from './input/query-values.js';
export { TypedDecoding } from './input/typed-decoding.js';
export type { EquivalentResource, ObjectVersions } from './object-versions.js';
export { respondError } from './output/respond.js';
export { serveWebSocket, streamResponse, type WebSocketOptions } from './output/streams.js';
export { ageColumn, createdDescription, nameColumn, nameDescription } from './output/table.js';
export { mismatched } from './output/typed-output.js';
export { pathRouting } from './path-routing.js';
export { ResourceRouter } from './resource-router.js';
export { type Route, routesOf } from './routes.js';
