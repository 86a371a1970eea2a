import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { emptyKubeconfig, type Kubeconfig, type KubeconfigUser } from './kubeconfig.js';

export interface KubeconfigEntry {
  /** Of the cluster, the user and the context. */
  readonly name: string;
  readonly server: string;
  /** PEM of whom to trust. */
  readonly authorities?: string | undefined;
  readonly namespace?: string | undefined;
  readonly user: KubeconfigUser;
}

/** A kubeconfig for one server. */
export function kubeconfigFor({ name, server, authorities, namespace, user }: KubeconfigEntry): Kubeconfig {
  const authorityData = authorities && { 'certificate-authority-data': Buffer.from(authorities).toString('base64') };
  return {
    ...emptyKubeconfig,
    clusters: [{ name, cluster: { server, ...authorityData } }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name, ...(namespace && { namespace }) } }],
    'current-context': name,
  };
}

/**
 * Only the owner may read it: it has secrets. Who reads meanwhile sees the old file or the new one. Written as JSON, which is
 * YAML too: to load a library for it would take a good part of a server's start.
 */
export async function writeKubeconfig(file: string, config: Kubeconfig): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.${randomUUID()}`;
  try {
    await writeFile(temporary, `${JSON.stringify(config, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
