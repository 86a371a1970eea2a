export type { LogFields, LogValue } from './line-format.js';
export { fileOutput, type LogOutput, LogWriter } from './log-writer.js';
export { Logger, type LoggerOptions } from './logger.js';
