import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { WatchedFile } from './watched-file.js';

const directory = mkdtempSync(join(tmpdir(), 'trestle-watched-'));
afterAll(() => rmSync(directory, { recursive: true }));
const opened: WatchedFile[] = [];
afterEach(() => {
  for (const file of opened.splice(0)) file.close();
});

function watched(response: 'done' | 'undone' = 'done') {
  const path = join(directory, 'config.yaml');
  writeFileSync(path, 'first');
  const [changes, errors]: [string[], unknown[]] = [[], []];
  const onChange = async (text: string) => {
    changes.push(text);
    return response;
  };
  const file = new WatchedFile({ path, text: 'first', onChange, onError: (error) => errors.push(error) });
  opened.push(file);
  return { path, file, changes, errors };
}

describe('a file that is watched', () => {
  it('reports content that is written or replaced', async () => {
    const { path, file, changes } = watched();
    file.start();
    writeFileSync(path, 'second');
    await vi.waitFor(() => expect(changes).toEqual(['second']), 30_000);
    writeFileSync(`${path}.new`, 'third');
    renameSync(`${path}.new`, path);
    await vi.waitFor(() => expect(changes).toEqual(['second', 'third']), 30_000);
  });

  it('reports each content once, unless handling it failed', async () => {
    for (const [response, times] of [
      ['done', 1],
      ['undone', 2],
    ] as const) {
      const { path, file, changes } = watched(response);
      await file.check();
      writeFileSync(path, 'second');
      await file.check();
      await file.check();
      expect(changes).toHaveLength(times);
    }
  });

  it('that is removed is reported as an error', async () => {
    const { path, file, changes, errors } = watched();
    rmSync(path);
    await file.check();
    expect([changes, errors]).toEqual([[], [expect.objectContaining({ code: 'ENOENT' })]]);
  });
});
