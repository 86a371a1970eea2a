// Follows staging/src/k8s.io/apiserver/plugin/pkg/audit/log/backend.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/audit/format.go (v1.36)

import { openSync, statSync } from 'node:fs';
import { SerialQueue } from '../../apimachinery/event-loop/index.js';
import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import { fileOutput, type LogOutput } from '../logging/index.js';
import type { AuditBackend, OnAuditProblem } from './audit-backend.js';
import type { AuditRecord } from './audit-record.js';
import { RotatingFile, type RotatingFileOptions } from './rotating-file.js';

export interface AuditLogOptions extends RotatingFileOptions {
  /** `--audit-log-path`; `-` for standard output. */
  readonly path: string;
  /** `--audit-log-format` */
  readonly format: 'json' | 'legacy';
  readonly onProblem: OnAuditProblem;
  /** Returns where lines are written; `open` opens the path. Unset: there. */
  readonly open?: ((open: () => LineTarget) => LineTarget) | undefined;
}

/** Where lines are written. */
export interface LineTarget {
  /** Throws or rejects if the line was not written. */
  write(line: string): MaybePromise<void>;
  close(): Promise<void>;
}

const standardOutput = 1;

/** Writes records to a file, one per line. */
export class AuditLog implements AuditBackend {
  readonly #format: 'json' | 'legacy';
  readonly #target: LineTarget;
  readonly #onProblem: OnAuditProblem;

  /** Throws if the file cannot be opened. */
  constructor(options: AuditLogOptions) {
    this.#format = options.format;
    this.#onProblem = options.onProblem;
    const open = (): LineTarget => targetOf(options);
    this.#target = options.open ? options.open(open) : open();
  }

  process(records: readonly AuditRecord[]): MaybePromise<boolean> {
    let areStored = true;
    const writing: Promise<void>[] = [];
    const failed = (record: AuditRecord, error: unknown): void => {
      areStored = false;
      this.#onProblem('log', error as Error, [record]);
    };
    for (const record of records) {
      try {
        const written = this.#target.write(`${this.#format === 'json' ? record.json : record.text}\n`);
        if (written) writing.push(written.catch((error) => failed(record, error)));
      } catch (error) {
        failed(record, error);
      }
    }
    return writing.length === 0 ? areStored : Promise.all(writing).then(() => areStored);
  }

  close(): Promise<void> {
    return this.#target.close();
  }
}

/** A target that is not a regular file, such as a pipe or terminal, is not rotated. */
function targetOf(options: AuditLogOptions): LineTarget {
  const { path } = options;
  if (path === '-') return new StreamTarget(standardOutput);
  const isStream = statSync(path, { throwIfNoEntry: false })?.isFile() === false;
  return isStream ? new StreamTarget(openSync(path, 'a')) : new RotatingFile(path, options);
}

/** The reader may be slow: writes are asynchronous, so that they do not block the event loop. */
class StreamTarget implements LineTarget {
  readonly #output: LogOutput;
  readonly #writes = new SerialQueue();

  constructor(descriptor: number) {
    this.#output = fileOutput(descriptor);
  }

  write(line: string): Promise<void> {
    return this.#writes.run(async () => this.#output(line));
  }

  close(): Promise<void> {
    return this.#writes.run(async () => {});
  }
}
