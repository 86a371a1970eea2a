// Follows staging/src/k8s.io/apiserver/pkg/server/options/authentication_dynamic_request_header.go (v1.36)

import { isJsonObject, type JsonObject } from '../../apimachinery/meta/index.js';
import type { RestClient } from '../../client/rest/index.js';
import type { RequestHeaderOptions } from '../authentication/index.js';

/** The authentication settings that the main server publishes for extension API servers. */
export interface AuthenticationFacts {
  /** PEM of the client certificate authorities; empty if there are none. */
  readonly clientAuthorities: string;
  /** PEM of the front proxy's certificate authorities; empty if there are none. */
  readonly proxyAuthorities: string;
  readonly headers: Omit<RequestHeaderOptions, 'verifier'>;
}

/** The ConfigMap with these settings. */
const authenticationConfigMap = { namespace: 'kube-system', name: 'extension-apiserver-authentication' };

async function readAuthenticationFacts(client: RestClient): Promise<AuthenticationFacts> {
  const { namespace, name } = authenticationConfigMap;
  const target = `/api/v1/namespaces/${namespace}/configmaps/${name}`;
  return factsIn(await client.object({ method: 'GET', target }));
}

export interface FactsOptions {
  /** Whether the settings are read from the main server. `tolerated`: a failure counts as none. Unset: `required`. */
  readonly lookup?: 'required' | 'tolerated' | 'skipped' | undefined;
  /** PEM of the client certificate authorities. Unset: those of the main server. */
  readonly clientAuthorities?: string | undefined;
  /** The authorities and headers of front proxies. Unset: those of the main server. */
  readonly proxy?: Pick<AuthenticationFacts, 'proxyAuthorities' | 'headers'> | undefined;
}

/** The settings that are given, and those of the main server for the others. */
export async function authenticationFacts(
  client: RestClient,
  { lookup = 'required', clientAuthorities, proxy }: FactsOptions,
  onError: (error: unknown) => void,
): Promise<AuthenticationFacts> {
  const found = lookup === 'skipped' ? factsIn({}) : await read();
  return { ...found, ...(clientAuthorities !== undefined && { clientAuthorities }), ...proxy };

  async function read(): Promise<AuthenticationFacts> {
    try {
      return await readAuthenticationFacts(client);
    } catch (error) {
      if (lookup !== 'tolerated') throw error;
      onError(error);
      return factsIn({});
    }
  }
}

function factsIn(configMap: JsonObject): AuthenticationFacts {
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
