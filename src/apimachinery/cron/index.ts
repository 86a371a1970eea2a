export { ScheduleError } from './parse-fields.js';
export { parseSchedule, type Schedule } from './schedule.js';
export { isTimeZone } from './time-zone.js';
