// Follows staging/src/k8s.io/apiserver/pkg/util/webhook/authentication.go (v1.36)

import { credentialsOf, type Kubeconfig } from '../kubeconfig/index.js';
import type { Credentials } from '../rest/index.js';
import type { FindCredentials } from './webhook-client.js';

/**
 * Credentials for webhooks from a kubeconfig. Its users are named after addresses: `host:port`, or `host` for port 443;
 * `*` can replace the leading labels, or everything. Other webhooks get the user of the current context.
 */
export function webhookCredentials(config: Kubeconfig): FindCredentials {
  const known = new Map<string, Credentials>();
  return (address) => {
    const name = namesFor(address, config).find((each) => config.users.some((user) => user.name === each));
    const entry = config.users.find((user) => user.name === name);
    if (!entry) return undefined;
    const credentials = known.get(entry.name) ?? credentialsOf(entry.user);
    known.set(entry.name, credentials);
    return credentials;
  };
}

/** Returns the user names that match an address, the most specific first. */
function namesFor(address: string, config: Kubeconfig): string[] {
  const context = config.contexts.find(({ name }) => name === config['current-context'])?.context;
  const withoutPort = address.endsWith(':443') ? withWildcards(address.slice(0, -':443'.length)) : [];
  return [...withWildcards(address), ...withoutPort, '*', context?.user ?? ''];
}

function withWildcards(address: string): string[] {
  const parts = address.split('.');
  return [address, ...parts.slice(1).map((_, index) => `*.${parts.slice(index + 1).join('.')}`)];
}
