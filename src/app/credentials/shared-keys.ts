import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../../server/flags/index.js';
import { credentialFiles } from './credentials.js';

/** File names in the folder of keys, with their content. */
export type SharedKeys = ReadonlyMap<string, Buffer>;

/** The configuration of encryption at rest, beside the keys. */
export const encryptionFile = 'encryption-provider-config.yaml';

const longestFile = 1_000_000;

/** What servers on one etcd must have in common. Each server creates the rest from it. */
function sharedFiles(dataDirectory: string): string[] {
  const { authority, frontProxyAuthority, serviceAccountKeyFile } = credentialFiles(dataDirectory);
  return [
    ...[authority, frontProxyAuthority].flatMap(({ certificateFile, keyFile }) => [certificateFile, keyFile]),
    serviceAccountKeyFile,
  ];
}

/** Reads the shared keys of a data directory. `encryptionConfig`: a file that goes with them. */
export function readSharedKeys(dataDirectory: string, encryptionConfig?: string): SharedKeys {
  const missing = sharedFiles(dataDirectory).find((file) => !existsSync(file));
  if (missing) throw new UsageError([`there is no ${missing}: start a server first, or give its --data-dir`]);
  const keys = new Map(sharedFiles(dataDirectory).map((file) => [basename(file), readFileSync(file)]));
  if (encryptionConfig) keys.set(encryptionFile, readFileSync(encryptionConfig));
  return keys;
}

/** The keys as a Secret, which a cluster can keep as well as a file. */
export function encodeKeys(keys: SharedKeys): string {
  const data = Object.fromEntries([...keys].map(([name, content]) => [name, content.toString('base64')]));
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'trestle-keys' }, type: 'Opaque', data };
  return `${JSON.stringify(secret, null, 2)}\n`;
}

/** Reads the file of a Secret, or a folder where one is mounted. */
export function decodeKeys(path: string): SharedKeys {
  const names = [...sharedFiles('').map((file) => basename(file)), encryptionFile];
  const data = statSync(path).isDirectory() ? folderContent(path, names) : secretContent(path);
  const keys = new Map(names.flatMap((name) => (data[name] ? [[name, data[name]] as const] : [])));
  const problems = sharedFiles('').flatMap((file) => contentProblems(path, basename(file), keys));
  if (problems.length > 0) throw new UsageError(problems);
  return keys;
}

/**
 * Puts the keys in a data directory. Certificates of a former CA are replaced by the next start. Throws if there are
 * others, unless `replace` is given.
 */
export function writeSharedKeys(dataDirectory: string, keys: SharedKeys, { replace }: { replace: boolean }): void {
  const folder = dirname(credentialFiles(dataDirectory).serviceAccountKeyFile);
  const files = [...keys].map(([name, content]) => ({ file: join(folder, name), content }));
  const other = files.find(({ file, content }) => existsSync(file) && !readFileSync(file).equals(content));
  if (other && !replace) throw new UsageError([`${other.file} exists, and is another one; --replace replaces it`]);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const { file, content } of files) {
    // The mode of an existing file would stay.
    rmSync(file, { force: true });
    writeFileSync(file, content, { mode: 0o600 });
  }
}

function folderContent(path: string, names: readonly string[]): Record<string, Buffer> {
  const found = names.filter((name) => existsSync(join(path, name)));
  return Object.fromEntries(found.map((name) => [name, readFileSync(join(path, name))]));
}

function secretContent(path: string): Record<string, Buffer> {
  if (statSync(path).size > longestFile) throw new UsageError([`${path} is too large for a file of keys`]);
  try {
    const { kind, data } = JSON.parse(readFileSync(path, 'utf8'));
    if (kind !== 'Secret') throw new SyntaxError('no Secret');
    return Object.fromEntries(Object.entries(data).map(([name, text]) => [name, Buffer.from(String(text), 'base64')]));
  } catch (error) {
    throw new UsageError([`${path} is no file that trestle keys export has written`], { cause: error });
  }
}

function contentProblems(path: string, name: string, keys: SharedKeys): string[] {
  const content = keys.get(name);
  if (!content) return [`${path} has no ${name}`];
  try {
    name.endsWith('.crt') ? new X509Certificate(content) : createPrivateKey(content);
    return [];
  } catch {
    return [`${name} in ${path} is no ${name.endsWith('.crt') ? 'certificate' : 'private key'}`];
  }
}
