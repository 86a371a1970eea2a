export { type FileFindings, inspectFile } from './inspect-file.js';
export { FileDamage } from './page-file.js';
export type { VisitEntry } from './tree-walk.js';
