import { credentialsOf, type Kubeconfig } from '../kubeconfig/index.js';
import type { Credentials } from '../rest/index.js';
import type { FindCredentials } from './webhook-client.js';

/**
 * What a kubeconfig has for webhooks: its users are named by addresses, `host:port` or, for port 443, `host`, of which
 * `*` may stand for the first parts, or for everything. The rest see the user of the current context.
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

/** The names that a user for an address may have, the most specific first. */
function namesFor(address: string, config: Kubeconfig): string[] {
  const context = config.contexts.find(({ name }) => name === config['current-context'])?.context;
  const withoutPort = address.endsWith(':443') ? withWildcards(address.slice(0, -':443'.length)) : [];
  return [...withWildcards(address), ...withoutPort, '*', context?.user ?? ''];
}

function withWildcards(address: string): string[] {
  const parts = address.split('.');
  return [address, ...parts.slice(1).map((_, index) => `*.${parts.slice(index + 1).join('.')}`)];
}
