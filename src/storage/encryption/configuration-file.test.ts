import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EncryptionConfigurationFile } from './configuration-file.js';
import type { Transformer } from './transformer.js';

const CONTEXT = '/registry/secrets/default/token';
const PLAIN = Buffer.from('{"kind":"Secret"}');
const SECRETS = { group: '', resource: 'secrets' };

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'encryption-'));
  path = join(directory, 'encryption.json');
});
afterEach(() => rm(directory, { recursive: true }));

function withKeys(...names: string[]): string {
  const keys = names.map((name) => ({ name, secret: Buffer.alloc(32, name).toString('base64') }));
  return JSON.stringify({
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'EncryptionConfiguration',
    resources: [{ resources: ['secrets'], providers: [{ aesgcm: { keys } }] }],
  });
}

/** A file whose poll the test triggers, and what was reported. */
async function started(text: string) {
  await writeFile(path, text);
  const errors: unknown[] = [];
  const state = { reloads: 0, polls: [] as (() => void)[], milliseconds: 0, errors };
  const file = await EncryptionConfigurationFile.start({
    path,
    onReload: () => state.reloads++,
    onError: (error) => errors.push(error),
    schedule: (work, milliseconds) => {
      state.milliseconds = milliseconds;
      state.polls.push(work);
      return () => void state.polls.splice(0);
    },
  });
  return { file, state, transformers: file.transformers };
}

function keyOf(transformer: Transformer): string | undefined {
  return transformer.toStorage(PLAIN, CONTEXT).toString('latin1').split(':')[4];
}

describe('an encryption configuration file', () => {
  it('takes effect at the start, and is looked at every minute', async () => {
    const { file, state, transformers } = await started(withKeys('one'));
    expect(keyOf(transformers.forResource(SECRETS))).toBe('one');
    expect(state).toMatchObject({ milliseconds: 60_000, reloads: 0 });
    expect(state.polls).toHaveLength(1);
    await file.close();
  });

  it('is replaced under transformers that are in use', async () => {
    const { file, state, transformers } = await started(withKeys('one'));
    const transformer = transformers.forResource(SECRETS);
    const written = transformer.toStorage(PLAIN, CONTEXT);
    await writeFile(path, withKeys('two', 'one'));
    await file.check();
    expect(state).toMatchObject({ reloads: 1, errors: [] });
    expect(keyOf(transformer)).toBe('two');
    expect(transformer.fromStorage(written, CONTEXT)).toEqual({ value: PLAIN, stale: true });
    expect(transformers.forResource({ ...SECRETS })).toBe(transformer);
    await file.close();
  });

  it('is not loaded again while it stays the same', async () => {
    const { file, state } = await started(withKeys('one'));
    await writeFile(path, withKeys('one'));
    await file.check();
    expect(state).toMatchObject({ reloads: 0, errors: [] });
    await file.close();
  });

  it('keeps the old configuration where the new one is invalid, and reports that once', async () => {
    const { file, state, transformers } = await started(withKeys('one'));
    await writeFile(path, withKeys('two').replace('aesgcm', 'aesgmc'));
    await file.check();
    await file.check();
    expect(state.errors.map(String)).toEqual([
      'EncryptionConfigurationError: strict decoding error: unknown field "resources[0].providers[0].aesgmc"',
    ]);
    expect(keyOf(transformers.forResource(SECRETS))).toBe('one');
    await writeFile(path, withKeys('two'));
    await file.check();
    expect(keyOf(transformers.forResource(SECRETS))).toBe('two');
    await file.close();
  });

  it('keeps the old configuration while the file is gone, and takes it up again', async () => {
    const { file, state, transformers } = await started(withKeys('one'));
    await rm(path);
    await file.check();
    expect(state.errors).toMatchObject([{ code: 'ENOENT' }]);
    await writeFile(path, withKeys('two'));
    await file.check();
    expect(keyOf(transformers.forResource(SECRETS))).toBe('two');
    await file.close();
  });

  it('is checked by the poll, and close waits for a check under way', async () => {
    const { file, state, transformers } = await started(withKeys('one'));
    await writeFile(path, withKeys('two'));
    for (const poll of state.polls) poll();
    await file.close();
    expect(keyOf(transformers.forResource(SECRETS))).toBe('two');
    expect(state.polls).toHaveLength(0);
  });

  it('is read only once where polling is off', async () => {
    await writeFile(path, withKeys('one'));
    const schedule = () => expect.unreachable('nothing is scheduled');
    const file = await EncryptionConfigurationFile.start({ path, pollMilliseconds: 0, onError: () => {}, schedule });
    expect(keyOf(file.transformers.forResource(SECRETS))).toBe('one');
    await file.close();
  });

  it('fails to start where it is missing or invalid', async () => {
    const start = () => EncryptionConfigurationFile.start({ path, onError: () => {} });
    await expect(start()).rejects.toMatchObject({ code: 'ENOENT' });
    await writeFile(path, 'kind: Secret');
    await expect(start()).rejects.toMatchObject({ name: 'EncryptionConfigurationError' });
  });
});
