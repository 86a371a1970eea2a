import { readFile } from 'node:fs/promises';
import type { Dial } from '../apimachinery/dial/index.js';
import type { KubeletOptions } from '../kube/kubelets/index.js';
import { asUsageError } from '../server/flags/index.js';
import { KeyPairFile } from '../server/proxy/index.js';
import type { ServerConfig } from './config/index.js';

/** What connections to kubelets use; follows changes of its files until it is closed. */
export interface OpenKubelets {
  readonly options: KubeletOptions;
  close(): void;
}

interface KubeletDependencies {
  /** Opens connections. Unset: they are direct. */
  readonly dial: Dial | undefined;
  readonly onError: (error: unknown) => void;
}

/** Rejects with a `UsageError` if a file cannot be used. */
export function openKubelets(
  config: ServerConfig['kubelets'],
  dependencies: KubeletDependencies,
): Promise<OpenKubelets> {
  return asUsageError('kubelet flags', open(config, dependencies));
}

async function open(
  { certificateAuthorityFile, client, ...options }: ServerConfig['kubelets'],
  { dial, onError }: KubeletDependencies,
): Promise<OpenKubelets> {
  const authorities = certificateAuthorityFile === '' ? undefined : await readFile(certificateAuthorityFile);
  const keyPair = client && new KeyPairFile(client);
  await keyPair?.reload();
  keyPair?.watch({ onError });
  return {
    options: { ...options, dial, authorities, ...(keyPair && { keyPair: () => keyPair.current }) },
    close: () => keyPair?.close(),
  };
}
