// Follows staging/src/k8s.io/client-go/rest/config.go (v1.36)

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock/index.js';
import { TokenFile } from '../rest/index.js';
import type { ConnectionConfig } from './connection.js';
import { KubeconfigError } from './kubeconfig.js';

/** Where a pod finds its credentials. */
export interface InClusterOptions {
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** The directory with the service account's files. */
  readonly directory?: string | undefined;
  readonly clock?: Clock | undefined;
}

const serviceAccountDirectory = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Whether the process runs in a pod of a cluster. */
export function isInCluster(env: NodeJS.ProcessEnv = process.env): boolean {
  return Boolean(env['KUBERNETES_SERVICE_HOST'] && env['KUBERNETES_SERVICE_PORT']);
}

/** Returns how a Pod reaches the API server of its cluster, as its service account. */
export async function inClusterConnection(options: InClusterOptions = {}): Promise<ConnectionConfig> {
  const { env = process.env, directory = serviceAccountDirectory, clock } = options;
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = env;
  if (!host || !port) {
    throw new KubeconfigError('KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must be set within a cluster');
  }
  const [authorities, namespace] = await Promise.all([
    readFile(join(directory, 'ca.crt'), 'utf8'),
    readFile(join(directory, 'namespace'), 'utf8').catch(() => 'default'),
  ]);
  const token = new TokenFile(join(directory, 'token'), clock);
  // If the token is missing, fail here and not with the first request.
  await token.authorization();
  return {
    server: `https://${host.includes(':') ? `[${host}]` : host}:${port}`,
    tls: { authorities },
    credentials: token,
    namespace: namespace.trim(),
    clock,
  };
}
