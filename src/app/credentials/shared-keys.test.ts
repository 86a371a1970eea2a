import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCredentials } from './check-credentials.js';
import { credentialFiles, keepAdminKubeconfig, keepCredentials } from './credentials.js';
import { decodeKeys, encodeKeys, encryptionFile, readSharedKeys, writeSharedKeys } from './shared-keys.js';

let folder: string;
let first: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trestle-keys-'));
  first = join(folder, 'first');
  keepCredentials(first, ['localhost']);
  await keepAdminKubeconfig(credentialFiles(first), 'https://localhost:6443');
});
afterAll(() => rmSync(folder, { recursive: true }));

const pki = (directory: string, name: string) => join(directory, 'pki', name);
const content = (directory: string, name: string) => readFileSync(pki(directory, name), 'utf8');

function saved(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

describe('shared keys', () => {
  it('make certificates of one server valid for the other', async () => {
    const encryption = saved('encryption.yaml', 'kind: EncryptionConfiguration\n');
    const file = saved('keys.json', encodeKeys(readSharedKeys(first, encryption)));
    const second = join(folder, 'second');
    writeSharedKeys(second, decodeKeys(file), { replace: false });
    keepCredentials(second, ['other.example.com']);
    for (const name of ['ca.crt', 'ca.key', 'sa.key', 'front-proxy-ca.key']) {
      expect(content(second, name)).toBe(content(first, name));
      expect(statSync(pki(second, name)).mode & 0o077).toBe(process.platform === 'win32' ? 0o066 : 0);
    }
    expect(content(second, 'apiserver.crt')).not.toBe(content(first, 'apiserver.crt'));
    expect(content(second, encryptionFile)).toBe('kind: EncryptionConfiguration\n');
    await keepAdminKubeconfig(credentialFiles(second), 'https://localhost:6443');
    expect(checkCredentials(second).problems).toEqual([]);
  });

  it('can be read from a folder where a Secret is mounted', () => {
    expect([...decodeKeys(join(first, 'pki')).keys()].sort()).toEqual(
      ['ca.crt', 'ca.key', 'front-proxy-ca.crt', 'front-proxy-ca.key', 'sa.key'].sort(),
    );
  });

  it('replace others only on request', () => {
    const third = join(folder, 'third');
    keepCredentials(third, ['localhost']);
    const keys = readSharedKeys(first);
    expect(() => writeSharedKeys(third, keys, { replace: false })).toThrow(/ca.crt exists, and is another one/);
    writeSharedKeys(third, keys, { replace: true });
    writeSharedKeys(third, keys, { replace: false });
    expect(content(third, 'ca.key')).toBe(content(first, 'ca.key'));
    expect(checkCredentials(third).problems).toContain(
      `${pki(third, 'apiserver.crt')} is not signed by the CA beside it; the next start replaces it`,
    );
    keepCredentials(third, ['localhost']);
    expect(checkCredentials(third).problems.filter((problem) => problem.includes('signed'))).toEqual([]);
  });

  it.each<[string, (text: string) => string, RegExp]>([
    ['another text', () => 'hello', /is no file that trestle keys export has written/],
    ['another object', () => '{"kind":"ConfigMap"}', /is no file that trestle keys export has written/],
    ['no CA', (text) => text.replace('"ca.crt"', '"x"'), /has no ca\.crt/],
    ['a damaged key', (text) => text.replace(/("sa.key": ")./, '$1!!!!xxxx'), /sa\.key in .* is no private key/],
  ])('are refused if the file has %s', (_, change, message) => {
    const file = saved('wrong.json', change(encodeKeys(readSharedKeys(first))));
    expect(() => decodeKeys(file)).toThrow(message);
  });

  it('are missing where no server was started', () => {
    expect(() => readSharedKeys(join(folder, 'nowhere'))).toThrow(/ca\.crt: start a server first/);
  });
});

describe('the check of keys', () => {
  const damaged: [string, (directory: string) => void, RegExp][] = [
    ['a key that is missing', (copy) => rmSync(pki(copy, 'sa.key')), /sa\.key is missing; the next start creates it/],
    ['a text that is no key', (copy) => writeFileSync(pki(copy, 'sa.key'), 'x'), /sa\.key is no private key/],
    ['a file that is no certificate', (copy) => writeFileSync(pki(copy, 'ca.crt'), 'x'), /ca\.crt is no certificate/],
    [
      'the key of another certificate',
      (copy) => cpSync(pki(copy, 'ca.key'), pki(copy, 'apiserver.key')),
      /apiserver\.key is not the key of/,
    ],
    ['no kubeconfig', (copy) => rmSync(join(copy, 'admin.kubeconfig')), /admin\.kubeconfig is missing/],
    [
      'a kubeconfig of another CA',
      (copy) => writeFileSync(join(copy, 'admin.kubeconfig'), '{}', { mode: 0o600 }),
      /admin\.kubeconfig is of another CA/,
    ],
  ];
  if (process.platform !== 'win32') {
    damaged.push([
      'a key that others can read',
      (copy) => chmodSync(pki(copy, 'ca.key'), 0o644),
      /ca\.key can be read by other users: chmod 600/,
    ]);
  }

  it.each(damaged)('finds %s', (_, change, message) => {
    const copy = mkdtempSync(join(folder, 'copy-'));
    cpSync(first, copy, { recursive: true });
    change(copy);
    expect(checkCredentials(copy).problems).toContainEqual(expect.stringMatching(message));
  });

  it('finds nothing wrong with new ones, and expired ones a year later', () => {
    const { serverValidUntil, problems } = checkCredentials(first);
    expect(problems).toEqual([]);
    const later = serverValidUntil!.getTime() + 24 * 3600 * 1000;
    expect(checkCredentials(first, later).problems).toContain(
      `${pki(first, 'apiserver.crt')} has expired; the next start replaces it`,
    );
  });
});
