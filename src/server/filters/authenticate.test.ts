import { expect, test } from 'vitest';
import { createAuthenticator } from '../authentication/index.js';
import { FeatureGates } from '../feature-gates/index.js';
import { ApiRequest } from '../http/index.js';
import { SampleServer } from '../sample-server.test.support.js';
import { SharedServer } from '../shared-server.js';

const gate = 'UnauthenticatedHTTP2DOSMitigation';

type Protocol = 'HTTP/1.1' | 'HTTP/2.0';

async function closes({ server }: SampleServer, protocol: Protocol, authorization?: string): Promise<boolean> {
  const transport = { protocol, remoteAddress: '', rawHeaders: [], hasBody: false, onClientGone: () => undefined };
  const headers = authorization === undefined ? {} : { authorization };
  const request = new ApiRequest({ method: 'GET', target: '/version', headers }, transport as never);
  return (await server.handle(request)).closeConnection === true;
}

async function start(isGateOn: boolean, { anonymous }: { anonymous: boolean }): Promise<SampleServer> {
  const tokens = [
    { authenticateToken: async (token: string) => (token === 'good' ? { user, audiences: [] } : undefined) },
  ];
  const authenticator = await createAuthenticator({ anonymous, tokens, onError: () => undefined });
  const features = new FeatureGates({ settings: new Map([[gate, isGateOn]]) });
  return SampleServer.start({ authenticator, shared: new SharedServer({ features, onError: () => undefined }) });
}

const user = { name: 'jane', groups: [] };

test.each([true, false])(
  'a connection of HTTP/2 ends after a request without a user, anonymous ones: %s',
  async (anonymous) => {
    const server = await start(true, { anonymous });
    expect(await closes(server, 'HTTP/2.0')).toBe(true);
    expect(await closes(server, 'HTTP/2.0', 'Bearer bad')).toBe(true);
    expect(await closes(server, 'HTTP/2.0', 'Bearer good')).toBe(false);
    expect(await closes(server, 'HTTP/1.1')).toBe(false);
    await server.close();
  },
);

test(`a connection of HTTP/2 goes on without ${gate}, or if users are not distinguished`, async () => {
  const server = await start(false, { anonymous: true });
  expect(await closes(server, 'HTTP/2.0')).toBe(false);
  await server.close();
  const open = await SampleServer.start();
  expect(await closes(open, 'HTTP/2.0')).toBe(false);
  await open.close();
});
