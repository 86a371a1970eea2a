// Follows pkg/kubeapiserver/authenticator/config.go (v1.36)

import type { PemSource } from '../http/index.js';
import type { Authenticator, TokenAuthenticator } from './authenticator.js';
import { bearerToken, webSocketToken } from './bearer-token.js';
import { CachedTokens, type TokenRevocations } from './cached-tokens.js';
import { CertificateAuthorities } from './certificate-authorities.js';
import { CertificateVerifier } from './certificate-verifier.js';
import { type CertificateUserOptions, clientCertificateUser } from './client-certificate.js';
import { anonymousUser, tokensWithAuthenticatedGroup } from './groups.js';
import { type RequestHeaderOptions, requestHeaderUser } from './request-header.js';
import { readTokenFile } from './token-file.js';
import { authenticatorOf, unionOfTokens } from './union.js';

export interface AuthenticationOptions extends CertificateUserOptions {
  /** --client-ca-file */
  readonly clientAuthorities?: PemSource | undefined;
  /** --requestheader-…: header names in any case. */
  readonly requestHeader?: (Omit<RequestHeaderOptions, 'verifier'> & { readonly authorities: PemSource }) | undefined;
  /** --token-auth-file */
  readonly tokenFile?: string | undefined;
  /** Called after the token file, in this order. */
  readonly tokens?: readonly TokenAuthenticator[] | undefined;
  /** --api-audiences: audiences of which a token must have one; empty: not checked. */
  readonly audiences?: readonly string[] | undefined;
  /** --anonymous-auth */
  readonly anonymous: boolean;
  /** Paths that it is limited to. Unset: all paths. */
  readonly anonymousPaths?: readonly string[] | undefined;
  /** How long an authenticated token is cached; 0: not at all. Unset: ten seconds. */
  readonly tokenCacheMilliseconds?: number | undefined;
  /** Set if several processes serve as one. */
  readonly revocations?: TokenRevocations | undefined;
  /** Called when a changed file cannot be read. */
  readonly onError: (error: unknown) => void;
}

/** Watches files until closed. */
export interface FileAuthenticator extends Authenticator {
  /** Authenticates tokens alone, for example for TokenReviews. */
  readonly tokens: TokenAuthenticator;
  close(): void;
}

/** Builds the authenticators of a server, in the order in which they are tried. Rejects if a file cannot be used. */
export async function createAuthenticator(options: AuthenticationOptions): Promise<FileAuthenticator> {
  const { clientAuthorities, requestHeader, tokenFile, audiences = [], onError } = options;
  const proxies = requestHeader && (await CertificateAuthorities.load(requestHeader.authorities));
  const clients = clientAuthorities && (await CertificateAuthorities.load(clientAuthorities));
  if (proxies && clients && requestHeader.allowedNames.length === 0) refuseOverlap(proxies, clients);
  const stores = [...(tokenFile ? [await readTokenFile(tokenFile, audiences)] : []), ...(options.tokens ?? [])];
  const tokens = cached(tokensWithAuthenticatedGroup(unionOfTokens(stores)), options);

  const ways: Authenticator[] = [];
  if (proxies)
    ways.push(requestHeaderUser({ ...lowerCased(requestHeader), verifier: new CertificateVerifier(proxies) }));
  if (clients) ways.push(clientCertificateUser(new CertificateVerifier(clients), options));
  if (stores.length > 0) ways.push(bearerToken({ tokens, audiences }), webSocketToken({ tokens, audiences }));

  const watched = [proxies, clients].filter((authorities) => authorities !== undefined);
  for (const authorities of watched) authorities.watch(onError);
  const close = () => {
    for (const authorities of watched) authorities.close();
  };
  return {
    ...authenticatorOf(ways, unknownUser(options)),
    tokens,
    close,
  };
}

/** Otherwise every client certificate could be used to impersonate any user through the proxy headers. */
function refuseOverlap(proxies: CertificateAuthorities, clients: CertificateAuthorities): void {
  const known = new Set(clients.certificates.map(({ fingerprint256 }) => fingerprint256));
  if (!proxies.certificates.some(({ fingerprint256 }) => known.has(fingerprint256))) return;
  throw new Error(
    '--requestheader-client-ca-file and --client-ca-file contain overlapping certificates; --requestheader-allowed-names must be specified to ensure regular client certificates cannot set authenticating proxy headers for arbitrary users',
  );
}

/** The authenticator for requests without credentials. */
function unknownUser({ anonymous, anonymousPaths = [] }: AuthenticationOptions): Authenticator | undefined {
  if (!anonymous) return undefined;
  const paths = new Set(anonymousPaths);
  return { authenticate: ({ path }) => (paths.size === 0 || paths.has(path) ? anonymousUser : undefined) };
}

function cached(tokens: TokenAuthenticator, options: AuthenticationOptions): TokenAuthenticator {
  const { tokenCacheMilliseconds = 10_000, metrics, revocations } = options;
  if (tokenCacheMilliseconds === 0) return tokens;
  return new CachedTokens(tokens, {
    successMilliseconds: tokenCacheMilliseconds,
    failureMilliseconds: 0,
    keepsErrors: true,
    metrics,
    revocations,
  });
}

function lowerCased(options: Omit<RequestHeaderOptions, 'verifier'>): Omit<RequestHeaderOptions, 'verifier'> {
  const lower = (names: readonly string[]) => names.map((name) => name.toLowerCase());
  return {
    allowedNames: options.allowedNames,
    usernameHeaders: lower(options.usernameHeaders),
    uidHeaders: lower(options.uidHeaders),
    groupHeaders: lower(options.groupHeaders),
    extraPrefixes: lower(options.extraPrefixes),
  };
}
