export { type DebugOptions, debugResponse } from './debug-endpoints.js';
export { type InstancePage, pageResponse } from './instance-page.js';
export { flagsPage, statusPage } from './instance-pages.js';
