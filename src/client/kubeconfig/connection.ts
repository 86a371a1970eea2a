// Follows staging/src/k8s.io/client-go/tools/clientcmd/client_config.go (v1.36)

import { readFile } from 'node:fs/promises';
import type { Clock } from '../clock/index.js';
import {
  basicCredentials,
  bearerToken,
  type Credentials,
  combinedCredentials,
  type Http2TransportOptions,
  TokenFile,
} from '../rest/index.js';
import { ExecCredentials } from './exec-credentials.js';
import {
  type Kubeconfig,
  type KubeconfigCluster,
  type KubeconfigContext,
  KubeconfigError,
  type KubeconfigUser,
} from './kubeconfig.js';
import { RereadKeyPair } from './reread-key-pair.js';

/** Options for `new Http2Transport`, and the default namespace. */
export interface ConnectionConfig extends Http2TransportOptions {
  readonly namespace: string;
}

/** Which context of a kubeconfig to connect to. */
export interface ConnectionChoice {
  /** Unset: the current context. */
  readonly context?: string | undefined;
  readonly clock?: Clock | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
}

export interface CredentialsChoice extends Pick<ConnectionChoice, 'clock' | 'env'> {
  /** Passed to exec plugins that set `provideClusterInfo`. */
  readonly cluster?: KubeconfigCluster;
}

/**
 * Returns how to reach the server of a context. Throws `KubeconfigError` if the kubeconfig is incomplete or
 * unsupported.
 */
export async function connectionFrom(config: Kubeconfig, choice: ConnectionChoice = {}): Promise<ConnectionConfig> {
  const { cluster, user, namespace = 'default' } = contextOf(config, choice.context ?? config['current-context']);
  const clusterEntry = config.clusters.find(({ name }) => name === cluster)?.cluster;
  if (!clusterEntry?.server) throw new KubeconfigError(`there is no server for cluster ${JSON.stringify(cluster)}`);
  if (clusterEntry['proxy-url']) throw new KubeconfigError('proxies are not supported');
  const userEntry = config.users.find(({ name }) => name === user)?.user;
  if (userEntry === undefined && user) throw new KubeconfigError(`there is no user ${JSON.stringify(user)}`);
  return {
    server: clusterEntry.server,
    namespace,
    tls: {
      authorities: await pemOf(clusterEntry['certificate-authority-data'], clusterEntry['certificate-authority'])?.(),
      serverName: clusterEntry['tls-server-name'] || undefined,
      insecure: clusterEntry['insecure-skip-tls-verify'] ?? false,
    },
    credentials: credentialsOf(userEntry ?? {}, { ...choice, cluster: clusterEntry }),
    headers: impersonationHeaders(userEntry ?? {}),
    clock: choice.clock,
  };
}

function contextOf(config: Kubeconfig, name: string): KubeconfigContext {
  const found = config.contexts.find((context) => context.name === name);
  if (found) return found.context;
  throw new KubeconfigError(name === '' ? 'no context is chosen' : `there is no context ${JSON.stringify(name)}`);
}

/** Returns a user's credentials. Throws `KubeconfigError` if the kubeconfig uses unsupported features. */
export function credentialsOf(user: KubeconfigUser, choice: CredentialsChoice = {}): Credentials {
  const { clock, env, cluster = { server: '' } } = choice;
  if (user['auth-provider']) throw new KubeconfigError('auth providers are not supported: use an exec plugin');
  const all: Credentials[] = [];
  if (user.tokenFile) all.push(new TokenFile(user.tokenFile, clock));
  else if (user.token) all.push(bearerToken(user.token));
  else if (user.username) all.push(basicCredentials(user.username, user.password ?? ''));
  const pair = keyPairOf(user, clock);
  if (pair) all.push(pair);
  if (user.exec) all.push(new ExecCredentials({ exec: user.exec, cluster, clock, env }));
  return combinedCredentials(all);
}

function keyPairOf(user: KubeconfigUser, clock: Clock | undefined): Credentials | undefined {
  const certificate = pemOf(user['client-certificate-data'], user['client-certificate']);
  const key = pemOf(user['client-key-data'], user['client-key']);
  if (!certificate && !key) return undefined;
  if (!certificate || !key) throw new KubeconfigError('client certificate and key must both be set');
  return new RereadKeyPair(async () => ({ certificate: await certificate(), key: await key() }), clock);
}

function impersonationHeaders(user: KubeconfigUser): Record<string, string | readonly string[]> {
  const headers: Record<string, string | readonly string[]> = {};
  if (user.as) headers['impersonate-user'] = user.as;
  if (user['as-uid']) headers['impersonate-uid'] = user['as-uid'];
  if (user['as-groups']?.length) headers['impersonate-group'] = user['as-groups'];
  for (const [key, values] of Object.entries(user['as-user-extra'] ?? {})) {
    headers[`impersonate-extra-${encodeURIComponent(key).toLowerCase()}`] = values;
  }
  return headers;
}

/** Inline data takes precedence over a file. */
function pemOf(data: string | undefined, file: string | undefined): (() => Promise<string>) | undefined {
  if (data) return async () => Buffer.from(data, 'base64').toString('utf8');
  return file ? () => readFile(file, 'utf8') : undefined;
}
