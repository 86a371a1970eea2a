import { systemClock } from '../../apimachinery/clock/index.js';
import { jsonFormat, type LineFormat, type LogEntry, type LogFields, textFormat } from './line-format.js';
import { fileOutput, LogWriter, writeNow } from './log-writer.js';

export interface LoggerOptions {
  /** `--logging-format`; text unless told. */
  readonly format?: 'text' | 'json';
  /** `--v`; 0 unless told. */
  readonly verbosity?: number;
  /** The standard error output unless told. */
  readonly writer?: LogWriter;
  readonly now?: () => Date;
}

const standardError = 2;

/** Says what happens, with names for what it is about. */
export class Logger {
  /** How much is said: infos of a higher verbosity are not. May change at any time. */
  verbosity: number;
  readonly #format: LineFormat;
  readonly #writer: LogWriter;
  readonly #now: () => Date;

  constructor(options: LoggerOptions = {}) {
    const { format = 'text', verbosity = 0, now = () => new Date(systemClock.now()) } = options;
    this.verbosity = verbosity;
    this.#format = format === 'json' ? jsonFormat : textFormat;
    this.#writer = options.writer ?? standardErrorWriter();
    this.#now = now;
  }

  /** Where the fields cost something, look at `verbosity` first. */
  info(message: string, fields: LogFields = {}, { verbosity = 0 }: { verbosity?: number } = {}): void {
    if (verbosity <= this.verbosity) this.#write({ severity: 'info', verbosity, message, fields });
  }

  warning(message: string, fields: LogFields = {}): void {
    this.#write({ severity: 'warning', verbosity: 0, message, fields });
  }

  error(error: unknown, message: string, fields: LogFields = {}): void {
    this.#write({ severity: 'error', verbosity: 0, message, error, fields });
  }

  /** For what went wrong without a client being to blame: an `onError` to pass on. */
  readonly onError = (error: unknown): void => this.error(error, 'Unhandled Error');

  /** Resolves when all that was said before is written. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  #write(entry: LogEntry): void {
    this.#writer.write(this.#format(entry, this.#now()));
  }
}

/** What is not written when the process ends is written then. */
function standardErrorWriter(): LogWriter {
  const writer = new LogWriter(fileOutput(standardError));
  process.once('exit', () => writeNow(standardError, writer.takePending()));
  return writer;
}
