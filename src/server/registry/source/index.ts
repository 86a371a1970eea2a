export { SourceStorage } from './source-storage.js';
