// Follows staging/src/k8s.io/client-go/tools/clientcmd/loader.go (v1.36)

import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { decodeKubeconfig } from './decode-kubeconfig.js';
import { emptyKubeconfig, type Kubeconfig, mergeKubeconfigs } from './kubeconfig.js';

/** Options of loading a kubeconfig. */
export interface LoadKubeconfigOptions {
  /** An explicit file, which must exist. Unset: the files that the environment names. */
  readonly file?: string | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly home?: string | undefined;
}

/** Merges the files of KUBECONFIG, or reads `~/.kube/config`. Missing files count as empty. */
export async function loadKubeconfig(options: LoadKubeconfigOptions = {}): Promise<Kubeconfig> {
  const { file, env = process.env, home } = options;
  if (file !== undefined) return decodeKubeconfig(await readFile(file), resolve(file));
  const listed = (env['KUBECONFIG'] ?? '').split(delimiter).filter((path) => path !== '');
  // A user of a container may have no home.
  const files = listed.length > 0 ? listed : [join(home ?? homedir(), '.kube', 'config')];
  return mergeKubeconfigs(await Promise.all([...new Set(files)].map(readIfThere)));
}

async function readIfThere(file: string): Promise<Kubeconfig> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return emptyKubeconfig;
    throw error;
  }
  return decodeKubeconfig(bytes, resolve(file));
}
