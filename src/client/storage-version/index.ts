export { withRecords } from './with-records.js';
