export { ageColumn, booleanColumn, type Column, integerColumn, nameColumn, sinceTime, textColumn } from './columns.js';
export { formatLabels } from './format-labels.js';
export { listWithMore } from './list-with-more.js';
