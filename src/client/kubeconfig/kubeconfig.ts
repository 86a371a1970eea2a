// Follows staging/src/k8s.io/client-go/tools/clientcmd/api/v1/types.go (v1.36)

/** A kubeconfig file, with its own field names. Fields that are not listed here are preserved. */
export interface Kubeconfig {
  readonly apiVersion: 'v1';
  readonly kind: 'Config';
  readonly clusters: readonly { readonly name: string; readonly cluster: KubeconfigCluster }[];
  readonly users: readonly { readonly name: string; readonly user: KubeconfigUser }[];
  readonly contexts: readonly { readonly name: string; readonly context: KubeconfigContext }[];
  readonly 'current-context': string;
}

/** A server in a kubeconfig, and the authorities that it is trusted by. */
export interface KubeconfigCluster {
  readonly server: string;
  readonly 'certificate-authority'?: string;
  /** Base64-encoded PEM. Takes precedence over the file, like all `-data` fields. */
  readonly 'certificate-authority-data'?: string;
  readonly 'insecure-skip-tls-verify'?: boolean;
  readonly 'tls-server-name'?: string;
  readonly 'proxy-url'?: string;
  readonly extensions?: readonly { readonly name: string; readonly extension: unknown }[];
}

/** A cluster with a user and a namespace. */
export interface KubeconfigContext {
  readonly cluster: string;
  readonly user: string;
  readonly namespace?: string;
}

/** The credentials of a user in a kubeconfig. */
export interface KubeconfigUser {
  readonly 'client-certificate'?: string;
  readonly 'client-certificate-data'?: string;
  readonly 'client-key'?: string;
  readonly 'client-key-data'?: string;
  readonly token?: string;
  /** Takes precedence over `token`. */
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
  readonly as?: string;
  readonly 'as-uid'?: string;
  readonly 'as-groups'?: readonly string[];
  readonly 'as-user-extra'?: { readonly [key: string]: readonly string[] };
  readonly exec?: ExecConfig;
  readonly 'auth-provider'?: unknown;
}

/** An exec credential plugin. */
export interface ExecConfig {
  readonly apiVersion: string;
  readonly command: string;
  readonly args?: readonly string[] | null;
  readonly env?: readonly { readonly name: string; readonly value: string }[] | null;
  readonly installHint?: string;
  readonly provideClusterInfo?: boolean;
  readonly interactiveMode?: 'Never' | 'IfAvailable' | 'Always';
}

/** A kubeconfig that cannot be used. */
export class KubeconfigError extends Error {
  override readonly name = 'KubeconfigError';
}

/** A kubeconfig without clusters. */
export const emptyKubeconfig: Kubeconfig = {
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [],
  users: [],
  contexts: [],
  'current-context': '',
};

/** The first entry of each name wins, and the first current context. */
export function mergeKubeconfigs(configs: readonly Kubeconfig[]): Kubeconfig {
  return {
    ...Object.assign({}, ...configs.toReversed()),
    ...emptyKubeconfig,
    clusters: firstByName(configs.flatMap(({ clusters }) => clusters)),
    users: firstByName(configs.flatMap(({ users }) => users)),
    contexts: firstByName(configs.flatMap(({ contexts }) => contexts)),
    'current-context': configs.map((config) => config['current-context']).find((name) => name !== '') ?? '',
  };
}

function firstByName<Entry extends { readonly name: string }>(entries: readonly Entry[]): Entry[] {
  const byName = new Map<string, Entry>();
  for (const entry of entries) if (!byName.has(entry.name)) byName.set(entry.name, entry);
  return [...byName.values()];
}
