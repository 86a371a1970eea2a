import type { UserInfo } from '../request-context.js';
import { type Authenticator, refused, type TokenAuthenticator, type TokenOwner } from './authenticator.js';

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
      const carriers = protocols.filter((protocol) => protocol.startsWith(webSocketProtocolPrefix));
      if (carriers.length === 0) return undefined;
      if (carriers.length > 1) throw refused('multiple base64.bearer.authorization tokens specified');
      if (protocols.length === 1) throw refused('missing additional subprotocol');
      const encoded = carriers[0]!.slice(webSocketProtocolPrefix.length);
      if (encoded === '') return undefined;
      return userOf(tokens, Buffer.from(encoded, 'base64url').toString(), audiences);
    },
  };
}

/** What a client is told whose token is not seen, though it may think that it has sent one; undefined for others. */
export function unseenTokenWarning(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^\s*bearer {2}\S/i.test(authorization)) return undefined;
  return 'the provided Authorization header contains extra space before the bearer token, and is ignored';
}

function tokenOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const [scheme = '', token = ''] = header.trim().split(' ', 2);
  return scheme.toLowerCase() === 'bearer' && token !== '' ? token : undefined;
}

async function userOf(tokens: TokenAuthenticator, token: string, audiences: readonly string[]): Promise<UserInfo> {
  const owner = await tokens.authenticateToken(token, audiences);
  if (!owner) throw unknownToken();
  return owner.user;
}

const unknownToken = () => refused('invalid bearer token');

/** Throws `refused` for a token that nobody knows. */
export async function knownToken(
  tokens: TokenAuthenticator,
  token: string,
  audiences: readonly string[],
): Promise<TokenOwner> {
  const owner = await tokens.authenticateToken(token, audiences);
  if (!owner) throw unknownToken();
  return owner;
}
