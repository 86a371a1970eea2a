import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { emptyKubeconfig, type Kubeconfig, type KubeconfigUser } from './kubeconfig.js';

/** What `kubeconfigFor` needs to know about a server. */
export interface KubeconfigEntry {
  /** Name of the cluster, the user and the context. */
  readonly name: string;
  readonly server: string;
  /** PEM of the certificate authorities to trust. */
  readonly authorities?: string | undefined;
  readonly namespace?: string | undefined;
  readonly user: KubeconfigUser;
}

/** Returns a kubeconfig for one server. */
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

/** What users of kubectl type to use a kubeconfig. */
export function kubeconfigCommand(file: string): string {
  return process.platform === 'win32' ? `$env:KUBECONFIG = "${file}"` : `export KUBECONFIG=${file}`;
}

/**
 * Writes the file atomically, readable by its owner only because it contains secrets. Written as JSON, which is also
 * YAML: loading a YAML library would take a large part of a server's startup time.
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
