import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { systemClock } from '../../apimachinery/clock/index.js';

/** When a file is put aside and a new one begun, and what becomes of those put aside. */
export interface Rotation {
  /** `--audit-log-maxsize`; 100 unless told, or 0. */
  readonly maxSizeMegabytes?: number;
  /** `--audit-log-maxbackup`: how many are kept; all unless told, or 0. */
  readonly maxBackups?: number;
  /** `--audit-log-maxage`: for how many days they are kept; for ever unless told, or 0. */
  readonly maxAgeDays?: number;
  readonly now?: () => number;
}

const defaultMegabytes = 100;
const millisecondsPerDay = 86_400_000;

/** A file that only grows, up to a size: then it is renamed after the time, and begins anew. Writes must not overlap. */
export class RotatingFile {
  readonly #path: string;
  readonly #rotation: Rotation;
  readonly #maxBytes: number;
  #handle: FileHandle;
  #bytes: number;

  private constructor(path: string, rotation: Rotation, [handle, bytes]: readonly [FileHandle, number]) {
    this.#path = path;
    this.#rotation = rotation;
    this.#maxBytes = (rotation.maxSizeMegabytes || defaultMegabytes) * 1024 * 1024;
    this.#handle = handle;
    this.#bytes = bytes;
  }

  static async open(path: string, rotation: Rotation = {}): Promise<RotatingFile> {
    await mkdir(dirname(path), { recursive: true });
    return new RotatingFile(path, rotation, await openToAppend(path));
  }

  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    if (this.#bytes > 0 && this.#bytes + bytes.length > this.#maxBytes) await this.#rotate();
    this.#bytes += bytes.length;
    await this.#handle.writeFile(bytes);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  async #rotate(): Promise<void> {
    await this.#handle.close();
    await rename(this.#path, this.#backupPath());
    [this.#handle, this.#bytes] = await openToAppend(this.#path);
    await this.#removeOldBackups();
  }

  #backupPath(): string {
    const time = new Date(this.#now()).toISOString().slice(0, 23).replaceAll(':', '-');
    return join(dirname(this.#path), `${this.#prefix}${time}${extname(this.#path)}`);
  }

  get #prefix(): string {
    return `${basename(this.#path, extname(this.#path))}-`;
  }

  async #removeOldBackups(): Promise<void> {
    const { maxBackups = 0, maxAgeDays = 0 } = this.#rotation;
    if (maxBackups === 0 && maxAgeDays === 0) return;
    const directory = dirname(this.#path);
    const names = (await readdir(directory)).map((name) => ({ name, time: this.#timeOf(name) }));
    const backups = names.filter(({ time }) => !Number.isNaN(time)).sort((a, b) => b.time - a.time);
    const oldest = maxAgeDays === 0 ? 0 : this.#now() - maxAgeDays * millisecondsPerDay;
    const surplus = backups.filter(({ time }, index) => (maxBackups > 0 && index >= maxBackups) || time < oldest);
    await Promise.all(surplus.map(({ name }) => rm(join(directory, name), { force: true })));
  }

  /** When a file was put aside, by its name; NaN: it is none of ours. */
  #timeOf(name: string): number {
    const extension = extname(this.#path);
    if (!name.startsWith(this.#prefix) || !name.endsWith(extension)) return Number.NaN;
    const time = name.slice(this.#prefix.length, name.length - extension.length);
    return Date.parse(`${time.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')}Z`);
  }

  #now(): number {
    return this.#rotation.now?.() ?? systemClock.now();
  }
}

async function openToAppend(path: string): Promise<[FileHandle, number]> {
  const handle = await open(path, 'a', 0o600);
  const { size } = await handle.stat();
  return [handle, size];
}
