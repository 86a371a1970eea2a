import { type Authenticator, refused, type TokenAuthenticator } from './authenticator.js';

const webSocketProtocolPrefix = 'base64url.bearer.authorization.k8s.io.';

/** The token of an `Authorization: Bearer` header. Another kind of authorization counts as none. */
export function bearerToken(tokens: TokenAuthenticator): Authenticator {
  return {
    async authenticate(request) {
      const token = tokenOf(request.header('authorization'));
      return token === undefined ? undefined : known(tokens, token);
    },
  };
}

/** Browsers cannot send that header with a WebSocket: they name the token among the protocols that they speak. */
export function webSocketToken(tokens: TokenAuthenticator): Authenticator {
  return {
    async authenticate(request) {
      const offered = request.header('sec-websocket-protocol');
      if (offered === undefined || request.header('upgrade')?.toLowerCase() !== 'websocket') return undefined;
      const protocols = offered.split(',').map((protocol) => protocol.trim());
      const carriers = protocols.filter((protocol) => protocol.startsWith(webSocketProtocolPrefix));
      if (carriers.length === 0) return undefined;
      if (carriers.length > 1) throw refused('multiple base64.bearer.authorization tokens specified');
      if (protocols.length === 1) throw refused('missing additional subprotocol');
      const encoded = carriers[0]!.slice(webSocketProtocolPrefix.length);
      return known(tokens, Buffer.from(encoded, 'base64url').toString());
    },
  };
}

function tokenOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const [scheme = '', token = ''] = header.trim().split(' ', 2);
  return scheme.toLowerCase() === 'bearer' && token !== '' ? token : undefined;
}

async function known(tokens: TokenAuthenticator, token: string) {
  const user = await tokens.authenticateToken(token);
  if (!user) throw refused('invalid bearer token');
  return user;
}
