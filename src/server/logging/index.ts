export type { LogFields } from './line-format.js';
export { fileOutput, type LogOutput, LogWriter } from './log-writer.js';
export { Logger, type LoggerOptions } from './logger.js';
