export { type EmbeddedOptions, EmbeddedStorage } from './embedded-storage.js';
