import { fileOutput, LogWriter } from '../logging/index.js';
import type { AuditEvent } from './audit-event.js';
import type { AuditBackend } from './auditor.js';
import type { AuditStage } from './policy.js';
import { RotatingFile, type Rotation } from './rotating-file.js';

export interface AuditLogOptions extends Rotation {
  /** `--audit-log-path`; `-` for the standard output. */
  readonly path: string;
  /** `--audit-log-format`; json unless told. */
  readonly format?: 'json' | 'legacy';
}

const standardOutput = 1;

/** Writes events to a file, one on each line. */
export class AuditLog implements AuditBackend {
  readonly name = 'log';
  readonly #format: 'json' | 'legacy';
  readonly #writer: LogWriter;
  readonly #file: RotatingFile | undefined;

  private constructor({ format = 'json' }: AuditLogOptions, file: RotatingFile | undefined) {
    this.#format = format;
    this.#file = file;
    this.#writer = new LogWriter(file ? (text) => file.write(text) : fileOutput(standardOutput));
  }

  /** Rejects when the file cannot be opened. */
  static async open(options: AuditLogOptions): Promise<AuditLog> {
    return new AuditLog(options, options.path === '-' ? undefined : await RotatingFile.open(options.path, options));
  }

  process(event: AuditEvent, stage: AuditStage, now: number): void {
    this.#writer.write(`${this.#format === 'json' ? event.json(stage, now) : event.text(stage)}\n`);
  }

  async close(): Promise<void> {
    await this.#writer.flush();
    await this.#file?.close();
  }
}
