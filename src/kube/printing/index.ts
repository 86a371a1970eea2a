export { ageColumn, nameColumn, sinceTime, textColumn } from './columns.js';
export { listWithMore } from './list-with-more.js';
