import { systemClock } from '../../apimachinery/clock/index.js';
import { jsonFormat, type LineFormat, type LogEntry, type LogFields, textFormat } from './line-format.js';
import { fileOutput, LogWriter, writeNow } from './log-writer.js';

/** Options of a `Logger`. */
export interface LoggerOptions {
  /** `--logging-format`. Unset: text. */
  readonly format?: 'text' | 'json';
  /** `--v`. Unset: 0. */
  readonly verbosity?: number;
  /** `--log-text-split-stream`: info entries are written to standard output. Unset: all are written alike. */
  readonly splitStream?: boolean;
  /** Unset: standard error. */
  readonly writer?: LogWriter;
  readonly now?: () => Date;
}

const standardOutput = 1;
const standardError = 2;

/** A structured logger. */
export class Logger {
  /** Info entries with a higher verbosity are not logged. May change at any time. */
  verbosity: number;
  readonly #format: LineFormat;
  readonly #writer: LogWriter;
  readonly #infoWriter: LogWriter;
  readonly #now: () => Date;

  constructor(options: LoggerOptions = {}) {
    const { format = 'text', verbosity = 0, now = () => new Date(systemClock.now()) } = options;
    this.verbosity = verbosity;
    this.#format = format === 'json' ? jsonFormat : textFormat;
    this.#writer = options.writer ?? writerOf(standardError);
    this.#infoWriter = options.splitStream ? writerOf(standardOutput) : this.#writer;
    this.#now = now;
  }

  /** Check `verbosity` first if the fields are expensive to compute. */
  info(message: string, fields: LogFields = {}, { verbosity = 0 }: { verbosity?: number } = {}): void {
    if (verbosity <= this.verbosity) this.#write({ severity: 'info', verbosity, message, fields });
  }

  warning(message: string, fields: LogFields = {}): void {
    this.#write({ severity: 'warning', verbosity: 0, message, fields });
  }

  error(error: unknown, message: string, fields: LogFields = {}): void {
    this.#write({ severity: 'error', verbosity: 0, message, error, fields });
  }

  /** Logs errors that no request caused; can be passed as an `onError` callback. */
  readonly onError = (error: unknown): void => this.error(error, 'Unhandled Error');

  /** Resolves when all entries logged so far have been written. */
  async flush(): Promise<void> {
    await this.#writer.flush();
    await this.#infoWriter.flush();
  }

  #write(entry: LogEntry): void {
    const writer = entry.severity === 'info' ? this.#infoWriter : this.#writer;
    writer.write(this.#format(entry, this.#now()));
  }
}

/** Entries that are still buffered when the process exits are written then. */
function writerOf(file: number): LogWriter {
  const writer = new LogWriter(fileOutput(file));
  process.once('exit', () => writeNow(file, writer.takePending()));
  return writer;
}
