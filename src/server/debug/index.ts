export { type DebugOptions, debugAnswer } from './debug-endpoints.js';
export { answerPage, type InstancePage } from './instance-page.js';
export { flagsPage, statusPage } from './instance-pages.js';
