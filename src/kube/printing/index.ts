export { ageColumn, booleanColumn, type Column, integerColumn, nameColumn, sinceTime, textColumn } from './columns.js';
export { listWithMore } from './list-with-more.js';
