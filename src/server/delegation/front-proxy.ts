import { isJsonObject, type JsonObject } from '../../apimachinery/meta/index.js';
import type { RestClient } from '../../client/rest/index.js';
import type { RequestHeaderOptions } from '../authentication/index.js';

/** What the main server tells extension API servers of how to know their clients. */
export interface AuthenticationFacts {
  /** PEM: who signs the certificates of clients; empty where nobody does. */
  readonly clientAuthorities: string;
  /** PEM: who signs the certificates of proxies; empty where there are none. */
  readonly proxyAuthorities: string;
  readonly headers: Omit<RequestHeaderOptions, 'verifier'>;
}

/** Where all servers of a cluster find it. */
export const authenticationConfigMap = { namespace: 'kube-system', name: 'extension-apiserver-authentication' };

export async function readAuthenticationFacts(client: RestClient): Promise<AuthenticationFacts> {
  const { namespace, name } = authenticationConfigMap;
  const target = `/api/v1/namespaces/${namespace}/configmaps/${name}`;
  return factsIn(await client.object({ method: 'GET', target }));
}

export function factsIn(configMap: JsonObject): AuthenticationFacts {
  const data = isJsonObject(configMap['data']) ? configMap['data'] : {};
  const text = (key: string): string => String(data[key] ?? '');
  const list = (key: string): string[] => JSON.parse(text(key) || '[]') as string[];
  const headers = (key: string): string[] => list(key).map((header) => header.toLowerCase());
  return {
    clientAuthorities: text('client-ca-file'),
    proxyAuthorities: text('requestheader-client-ca-file'),
    headers: {
      allowedNames: list('requestheader-allowed-names'),
      usernameHeaders: headers('requestheader-username-headers'),
      uidHeaders: headers('requestheader-uid-headers'),
      groupHeaders: headers('requestheader-group-headers'),
      extraPrefixes: headers('requestheader-extra-headers-prefix'),
    },
  };
}
