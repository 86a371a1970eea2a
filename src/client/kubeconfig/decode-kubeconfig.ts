// Follows staging/src/k8s.io/client-go/tools/clientcmd/api/v1/types.go (v1.36)

import { dirname, resolve, sep } from 'node:path';
import { decodeYaml } from '../../apimachinery/codec/index.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import { emptyKubeconfig, type Kubeconfig, KubeconfigError } from './kubeconfig.js';

const entryLists = [
  ['clusters', 'cluster'],
  ['users', 'user'],
  ['contexts', 'context'],
] as const;

const pathMembers: Readonly<Record<string, readonly string[]>> = {
  cluster: ['certificate-authority'],
  user: ['client-certificate', 'client-key', 'tokenFile'],
};

/** Decodes a kubeconfig. Relative paths are resolved against the directory of the file. */
export function decodeKubeconfig(bytes: Uint8Array, file: string): Kubeconfig {
  const document = parse(bytes, file);
  const lists = entryLists.map(([list, member]) => [list, entriesOf(document, { list, member, file })]);
  const current = document['current-context'] ?? '';
  if (typeof current !== 'string') throw problem(file, 'current-context must be a string');
  return { ...document, ...emptyKubeconfig, ...Object.fromEntries(lists), 'current-context': current } as Kubeconfig;
}

function parse(bytes: Uint8Array, file: string): JsonObject {
  let document: JsonValue;
  try {
    document = decodeYaml(bytes);
  } catch (error) {
    throw new KubeconfigError(`${file}: ${(error as Error).message}`, { cause: error });
  }
  if (document === null) return {};
  if (!isJsonObject(document)) throw problem(file, 'is not a kubeconfig');
  if ((document['kind'] ?? 'Config') !== 'Config') throw problem(file, 'is not of kind Config');
  if ((document['apiVersion'] ?? 'v1') !== 'v1') throw problem(file, 'is not of version v1');
  return document;
}

function entriesOf(
  document: JsonObject,
  { list, member, file }: { list: string; member: string; file: string },
): JsonObject[] {
  const entries = document[list] ?? [];
  if (!Array.isArray(entries)) throw problem(file, `${list} must be a list`);
  return entries.map((entry) => {
    if (!isJsonObject(entry) || typeof entry['name'] !== 'string') throw problem(file, `${list} must have names`);
    const content = entry[member] ?? {};
    if (!isJsonObject(content)) throw problem(file, `${member} ${entry['name']} must be an object`);
    return { ...entry, [member]: withAbsolutePaths(content, pathMembers[member] ?? [], file) };
  });
}

function withAbsolutePaths(content: JsonObject, members: readonly string[], file: string): JsonObject {
  const resolved = { ...content };
  for (const member of members) {
    const path = content[member];
    if (typeof path === 'string' && path !== '') resolved[member] = resolve(dirname(file), path);
  }
  const { exec } = content;
  // A bare command name is looked up in PATH.
  if (isJsonObject(exec) && typeof exec['command'] === 'string' && exec['command'].includes(sep)) {
    resolved['exec'] = { ...exec, command: resolve(dirname(file), exec['command']) };
  }
  return resolved;
}

function problem(file: string, text: string): KubeconfigError {
  return new KubeconfigError(`${file}: ${text}`);
}
