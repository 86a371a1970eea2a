export { type FileFindings, type InspectOptions, inspectFile } from './inspect-file.js';
export { FileDamage } from './page-file.js';
export type { VisitEntry } from './tree-walk.js';
