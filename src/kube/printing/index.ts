export { ageColumn, nameColumn, sinceTime, textColumn } from './columns.js';
export { listWithMore } from './list-with-more.js';
export { booleanColumn, integerColumn } from './typed-columns.js';
