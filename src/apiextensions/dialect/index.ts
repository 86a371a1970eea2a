export { unstructuredDialect } from './unstructured-dialect.js';
export { unstructuredPublishing } from './unstructured-publishing.js';
export { unstructuredScale } from './unstructured-scale.js';
