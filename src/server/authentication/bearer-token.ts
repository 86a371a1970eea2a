import { isUtf8 } from 'node:buffer';
import type { UserInfo } from '../request-context.js';
import { type Authenticator, refused, type TokenAuthenticator, type TokenOwner } from './authenticator.js';
import { base64UrlBytes } from './base64-url.js';

/** Begins the protocol that a client of a WebSocket names for the sake of its token. */
export const webSocketProtocolPrefix = 'base64url.bearer.authorization.k8s.io.';

export interface TokenReading {
  readonly tokens: TokenAuthenticator;
  /** Whom tokens must be meant for; empty: it does not matter. */
  readonly audiences: readonly string[];
}

/** The token of an `Authorization: Bearer` header. Another kind of authorization counts as none. */
export function bearerToken({ tokens, audiences }: TokenReading): Authenticator {
  return {
    authenticate(request) {
      const token = tokenOf(request.header('authorization'));
      return token === undefined ? undefined : userOf(tokens, token, audiences);
    },
  };
}

/** Browsers cannot send that header with a WebSocket: they name the token among the protocols that they speak. */
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

/** Throws `refused` for what is not the base64url form, without padding, of text in UTF-8. */
function decodedToken(encoded: string): string {
  const bytes = base64UrlBytes(encoded);
  if (!bytes) throw refused('invalid base64.bearer.authorization token encoding');
  if (!isUtf8(bytes)) throw refused('invalid base64.bearer.authorization token');
  return bytes.toString();
}

/** What a client is told whose token is not seen, though it may think that it has sent one; undefined for others. */
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

/** Headers are read as bytes, one for each character; a token is what these are in UTF-8. */
function asText(bytes: string): string {
  return notAscii.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes;
}

async function userOf(tokens: TokenAuthenticator, token: string, audiences: readonly string[]): Promise<UserInfo> {
  return (await knownToken(tokens, token, audiences)).user;
}

/** White space may be part of it; half of a surrogate pair is no character. */
const alphabet = /^[^\0-\x08\x0b\x0e-\x1f\x7f\ud800-\udfff]+$/u;

/**
 * Whose a token is, whichever way it came; throws `refused` for one that nobody knows. Tokens are text without control
 * characters: others are refused before any store, cache or webhook sees them.
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
