// Follows vendor/gopkg.in/natefinch/lumberjack.v2/lumberjack.go (v1.36)

import { createReadStream, createWriteStream } from 'node:fs';
import { chown, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** How rotated files are kept. */
export interface Retention {
  /** `--audit-log-maxbackup`: how many are kept; 0: all. */
  readonly maxBackups: number;
  /** `--audit-log-maxage`: how many days they are kept; 0: forever. */
  readonly maxAgeDays: number;
  /** `--audit-log-compress`: whether they are compressed to `.gz` files. */
  readonly compress: boolean;
}

interface OldFile {
  readonly name: string;
  readonly time: number;
}

const millisecondsPerDay = 86_400_000;
const compressed = '.gz';
const backupTime = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3})$/;

/** The name of a rotated file: `audit-2026-01-31T12-00-00.000.log`. */
export function backupPath(path: string, now: number): string {
  const time = new Date(now).toISOString().slice(0, 23).replaceAll(':', '-');
  return join(dirname(path), `${prefixOf(path)}${time}${extname(path)}`);
}

/** Removes and compresses rotated files according to the retention options. */
export async function tidyOldFiles(path: string, retention: Retention, now: number): Promise<void> {
  const { maxBackups, maxAgeDays, compress } = retention;
  if (maxBackups === 0 && maxAgeDays === 0 && !compress) return;
  const directory = dirname(path);
  const files = (await readdir(directory))
    .flatMap((name) => fileOf(path, name))
    .sort((one, other) => other.time - one.time);
  const oldest = maxAgeDays === 0 ? Number.NEGATIVE_INFINITY : now - maxAgeDays * millisecondsPerDay;
  const kept = new Set<string>();
  for (const { name, time } of files) {
    kept.add(withoutSuffix(name));
    const isSurplus = maxBackups > 0 && kept.size > maxBackups;
    if (isSurplus || time < oldest) await rm(join(directory, name), { force: true });
    else if (compress && !name.endsWith(compressed)) await compressFile(join(directory, name));
  }
}

/** An existing compressed file is left over from an attempt that did not complete, and is replaced. */
async function compressFile(path: string): Promise<void> {
  const target = path + compressed;
  try {
    const { mode, uid, gid } = await stat(path);
    await pipeline(createReadStream(path), createGzip(), createWriteStream(target, { mode: mode & 0o777 }));
    if (process.platform !== 'win32') await chown(target, uid, gid).catch(() => undefined);
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
  await rm(path);
}

function fileOf(path: string, name: string): OldFile[] {
  const [prefix, extension] = [prefixOf(path), extname(path)];
  const bare = withoutSuffix(name);
  if (!bare.startsWith(prefix) || !bare.endsWith(extension)) return [];
  const [, hours, minutes, seconds] = backupTime.exec(bare.slice(prefix.length, bare.length - extension.length)) ?? [];
  const time = Date.parse(`${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(time) ? [] : [{ name, time }];
}

function withoutSuffix(name: string): string {
  return name.endsWith(compressed) ? name.slice(0, -compressed.length) : name;
}

function prefixOf(path: string): string {
  return `${basename(path, extname(path))}-`;
}
