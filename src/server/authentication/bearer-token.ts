// Follows staging/src/k8s.io/apiserver/pkg/authentication/request/bearertoken/bearertoken.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/authentication/request/websocket/protocol.go (v1.36)

import { isUtf8 } from 'node:buffer';
import type { UserInfo } from '../request-context.js';
import { type Authenticator, refused, type TokenAuthenticator, type TokenOwner } from './authenticator.js';
import { base64UrlBytes } from './base64-url.js';

/** Prefix of the WebSocket subprotocol that carries the token. */
export const webSocketProtocolPrefix = 'base64url.bearer.authorization.k8s.io.';

export interface TokenReading {
  readonly tokens: TokenAuthenticator;
  /** Audiences of which a token must have one; empty: not checked. */
  readonly audiences: readonly string[];
}

/** The token of an `Authorization: Bearer` header. Other authorization schemes are ignored. */
export function bearerToken({ tokens, audiences }: TokenReading): Authenticator {
  return {
    authenticate(request) {
      const token = tokenOf(request.header('authorization'));
      return token === undefined ? undefined : userOf(tokens, token, audiences);
    },
  };
}

/** Browsers cannot set that header for a WebSocket: they send the token as a subprotocol. */
export function webSocketToken({ tokens, audiences }: TokenReading): Authenticator {
  return {
    authenticate(request) {
      const offered = request.header('sec-websocket-protocol');
      if (offered === undefined || request.header('upgrade')?.toLowerCase() !== 'websocket') return undefined;
      const protocols = offered.split(',').map((protocol) => protocol.trim());
      const [carrier, another] = protocols.filter((protocol) => protocol.startsWith(webSocketProtocolPrefix));
      if (carrier === undefined) return undefined;
      if (another !== undefined) throw refused('multiple base64.bearer.authorization tokens specified');
      const token = decodedToken(carrier.slice(webSocketProtocolPrefix.length));
      if (token === '') return undefined;
      if (protocols.length === 1) throw refused('missing additional subprotocol');
      return userOf(tokens, token, audiences);
    },
  };
}

/** Throws `refused` unless it is unpadded base64url of UTF-8 text. */
function decodedToken(encoded: string): string {
  const bytes = base64UrlBytes(encoded);
  if (!bytes) throw refused('invalid base64.bearer.authorization token encoding');
  if (!isUtf8(bytes)) throw refused('invalid base64.bearer.authorization token');
  return bytes.toString();
}

/** The warning for a client whose token is ignored because of extra spaces; undefined otherwise. */
export function unseenTokenWarning(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^\s*bearer {2}\S/i.test(authorization)) return undefined;
  return 'the provided Authorization header contains extra space before the bearer token, and is ignored';
}

function tokenOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const [scheme = '', token = ''] = header.trim().split(' ', 2);
  return scheme.toLowerCase() === 'bearer' && token !== '' ? asText(token) : undefined;
}

const notAscii = /[^\0-\x7f]/;

/** Header values are read as one character per byte; tokens are UTF-8. */
function asText(bytes: string): string {
  return notAscii.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes;
}

async function userOf(tokens: TokenAuthenticator, token: string, audiences: readonly string[]): Promise<UserInfo> {
  return (await knownToken(tokens, token, audiences)).user;
}

/** White space is allowed; unpaired surrogates are not characters. */
const alphabet = /^[^\0-\x08\x0b\x0e-\x1f\x7f\ud800-\udfff]+$/u;

/**
 * Returns the user of a token, however it was sent; throws `refused` if it is unknown. Tokens with control characters
 * are rejected before they reach a store, cache or webhook.
 */
export async function knownToken(
  tokens: TokenAuthenticator,
  token: string,
  audiences: readonly string[],
): Promise<TokenOwner> {
  const owner = alphabet.test(token) ? await tokens.authenticateToken(token, audiences) : undefined;
  if (!owner) throw refused('invalid bearer token');
  return owner;
}
