export type { ForeignDocuments } from './foreign-documents.js';
export { type OpenApiOptions, OpenApiService } from './openapi-service.js';
export { jsonAndYaml, type TextDocument } from './operations.js';
export { listParameters, readParameters } from './parameters.js';
export type { V2Fragment } from './v2-document.js';
export { shapes } from './verb-shapes.js';
