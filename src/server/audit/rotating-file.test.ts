import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { RotatingFile, type RotatingFileOptions } from './rotating-file.js';

const second = 1000;
const day = 86_400 * second;
const large = 'x'.repeat(600 * 1024);
let directory: string;
let now: number;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'trestle-audit-'));
  now = Date.UTC(2026, 0, 1);
  onTestFinished(() => rmSync(directory, { recursive: true }));
});

const files = () => readdirSync(directory).sort();

function open(options: Partial<RotatingFileOptions> = {}): RotatingFile {
  return new RotatingFile(join(directory, 'audit.log'), {
    maxSizeMegabytes: 1,
    maxBackups: 0,
    maxAgeDays: 0,
    compress: false,
    now: () => now,
    onError: (error) => {
      throw error;
    },
    ...options,
  });
}

function fill(file: RotatingFile, times: number, interval = second): void {
  for (let index = 0; index < times; index++) {
    now += interval;
    file.write(large);
  }
}

describe('a file that is full', () => {
  test('is put aside under the time, for its owner alone, and the next one begins', async () => {
    const file = open();
    file.write('first\n');
    fill(file, 2);
    await file.close();
    expect(files()).toEqual(['audit-2026-01-01T00-00-02.000.log', 'audit.log']);
    expect(readFileSync(join(directory, 'audit-2026-01-01T00-00-02.000.log'), 'utf8')).toBe(`first\n${large}`);
    for (const name of files()) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
  });

  test('is put aside at once where it was full before', async () => {
    writeFileSync(join(directory, 'audit.log'), large);
    const file = open();
    fill(file, 1);
    await file.close();
    expect(files()).toEqual(['audit-2026-01-01T00-00-01.000.log', 'audit.log']);
  });

  test('is the only one where it may grow for ever', async () => {
    const file = open({ maxSizeMegabytes: 0 });
    fill(file, 3);
    await file.close();
    expect(files()).toEqual(['audit.log']);
  });
});

describe('files that were put aside', () => {
  test('are kept up to a number', async () => {
    const file = open({ maxBackups: 2 });
    fill(file, 5);
    await file.close();
    expect(files()).toEqual(['audit-2026-01-01T00-00-04.000.log', 'audit-2026-01-01T00-00-05.000.log', 'audit.log']);
  });

  test('are kept for some days', async () => {
    const file = open({ maxAgeDays: 2 });
    fill(file, 4, day);
    await file.close();
    expect(files()).toEqual([
      'audit-2026-01-03T00-00-00.000.log',
      'audit-2026-01-04T00-00-00.000.log',
      'audit-2026-01-05T00-00-00.000.log',
      'audit.log',
    ]);
  });

  test('are compressed, and count as one with what they were', async () => {
    const file = open({ compress: true, maxBackups: 2 });
    fill(file, 4);
    await file.close();
    expect(files()).toEqual([
      'audit-2026-01-01T00-00-03.000.log.gz',
      'audit-2026-01-01T00-00-04.000.log.gz',
      'audit.log',
    ]);
    const compressed = join(directory, 'audit-2026-01-01T00-00-04.000.log.gz');
    expect(gunzipSync(readFileSync(compressed)).toString()).toBe(large);
    expect(statSync(compressed).mode & 0o777).toBe(0o600);
  });

  test('by a server that was killed are compressed when the next one starts', async () => {
    writeFileSync(join(directory, 'audit-2026-01-01T00-00-00.000.log'), 'old\n');
    writeFileSync(join(directory, 'audit-2026-01-01T00-00-00.000.log.gz'), 'half of it');
    await open({ compress: true }).close();
    expect(files()).toEqual(['audit-2026-01-01T00-00-00.000.log.gz', 'audit.log']);
    expect(gunzipSync(readFileSync(join(directory, files()[0]!))).toString()).toBe('old\n');
  });

  test('are distinguished from files of others', async () => {
    const others = ['audit-old.log', 'audit-2025-01-01.log', 'other-2020-01-01T00-00-00.000.log', 'audit.log.1'];
    for (const name of others) writeFileSync(join(directory, name), '');
    const file = open({ maxBackups: 1, maxAgeDays: 1, compress: true });
    fill(file, 3, 10 * day);
    await file.close();
    expect(files()).toEqual(expect.arrayContaining(others));
  });
});

describe('what cannot be written', () => {
  test('because it is larger than a file may be is refused, and the next is not', async () => {
    const file = open();
    expect(() => file.write('x'.repeat(1024 * 1024 + 1))).toThrow(
      'write length 1048577 exceeds maximum file size 1048576',
    );
    file.write('next\n');
    await file.close();
    expect(readFileSync(join(directory, 'audit.log'), 'utf8')).toBe('next\n');
  });
});
