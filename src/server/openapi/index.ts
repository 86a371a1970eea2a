export type { ForeignDocuments } from './foreign-documents.js';
export type { PublishedResource } from './group-version-document.js';
export { type KnownModels, type ModelName, reversedGroupName } from './model-names.js';
export { type OpenApiOptions, OpenApiService } from './openapi-service.js';
export type { TextDocument } from './operations.js';
export type { FindAssets } from './swagger-ui.js';
export type { V2Fragment } from './v2-document.js';
