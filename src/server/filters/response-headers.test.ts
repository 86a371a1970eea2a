import { expect, test } from 'vitest';
import { SampleServer } from '../sample-server.test.support.js';

const target = '/apis/wardle.example.com/v1/fischers';

test('every response has an id, the one that the client sends or a new one', async () => {
  const server = await SampleServer.start();
  const own = await server.call('GET', target, { headers: { 'audit-id': 'mine' } });
  expect([own.headers['audit-id'], own.headers['cache-control']]).toEqual(['mine', 'no-cache, private']);
  const missing = await server.call('GET', '/nothing');
  expect(missing.headers['audit-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(missing.headers).not.toHaveProperty('strict-transport-security');
  await server.close();
});

test('Strict-Transport-Security is sent only where it is configured', async () => {
  const server = await SampleServer.start({
    strictTransportSecurityDirectives: ['max-age=31536000', 'includeSubDomains'],
  });
  const { headers } = await server.call('GET', target);
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  await server.close();
});

test('pages of allowed origins may call, failures included, and ask before they do', async () => {
  const server = await SampleServer.start({ corsAllowedOrigins: ['//localhost(:|$)'] });
  const origin = 'https://localhost:8080';
  const missing = await server.call('GET', `${target}/none`, { headers: { origin } });
  expect([missing.status, missing.headers['access-control-allow-origin']]).toEqual([404, origin]);
  const preflight = await server.call('OPTIONS', target, { headers: { origin } });
  expect([preflight.status, preflight.text]).toEqual([204, '']);
  expect(preflight.headers).toMatchObject({
    'access-control-allow-methods': 'POST, GET, OPTIONS, PUT, DELETE, PATCH',
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'Date',
  });
  const other = await server.call('GET', target, { headers: { origin: 'https://example.com' } });
  expect(other.headers).not.toHaveProperty('access-control-allow-origin');
  await server.close();
});

test('a pattern of origins that is none is refused at once', async () => {
  await expect(SampleServer.start({ corsAllowedOrigins: ['('] })).rejects.toThrow('missing closing )');
});

test('requests beyond the limit get 429, except those of administrators', async () => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await SampleServer.start({
    inFlight: { readOnly: 1, mutating: 1 },
    authenticator: {
      authenticate: async (request) => ({ name: 'u', groups: [request.header('x-group') ?? 'users'] }),
    },
    authorizer: {
      authorize: async (_user, { name }) => {
        if (name === 'slow') await gate;
        return { decision: 'allow' };
      },
    },
  });
  const slow = server.call('GET', `${target}/slow`);
  const { status, headers, text } = await server.call('GET', target);
  expect([status, headers['retry-after'], text]).toEqual([429, '1', 'Too many requests, please try again later.\n']);
  expect((await server.call('GET', target, { headers: { 'x-group': 'system:masters' } })).status).toBe(200);
  expect((await server.call('POST', target, { body: { metadata: { name: 'f' } } })).status).toBe(201);
  release();
  await slow;
  expect((await server.call('GET', target)).status).toBe(200);
  expect((await server.call('GET', '/metrics')).text).toContain(
    'apiserver_current_inflight_requests{request_kind="readOnly"} 1\n',
  );
  await server.close();
});
