export { ageColumn, nameColumn, sinceTime, textColumn } from './columns.js';
export { humanDuration } from './human-duration.js';
export { listWithMore } from './list-with-more.js';
