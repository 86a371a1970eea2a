import { describe, expect, test } from 'vitest';
import { alwaysUser, anonymousUser } from '../authentication/index.js';
import { SampleServer } from '../sample-server.test.support.js';

describe('the timeout parameter of a request', () => {
  test('is refused where it is none', async () => {
    const server = await SampleServer.start();
    const call = (timeout: string) => server.call('GET', `/apis/wardle.example.com/v1/fischers?timeout=${timeout}`);
    expect((await call('10s')).status).toBe(200);
    expect((await call('0s')).status).toBe(200);
    const { status, json } = await call('ten');
    expect([status, json.message]).toEqual([
      400,
      'invalid timeout specified in the request URL - time: invalid duration "ten"',
    ]);
    expect((await call('5')).json.message).toContain('time: missing unit in duration "5"');
    await server.close();
  });

  test('is what there is, where it is none at all', async () => {
    const server = await SampleServer.start();
    const response = await server.call('GET', '/apis/wardle.example.com/v1/fischers?timeout=-1s');
    expect(response.status).toBe(200);
    await server.close();
  });
});

test('a path with a verb only is not answered with a Status', async () => {
  const server = await SampleServer.start();
  const { status, text, headers } = await server.call('GET', '/api/v1/watch');
  expect([status, headers['content-type']]).toEqual([500, 'text/plain; charset=utf-8']);
  expect(text).toContain('Internal Server Error: "/api/v1/watch": failed to create RequestInfo: unable to determine');
  await server.close();
});

test('a token that is ignored because of a space causes a warning', async () => {
  const server = await SampleServer.start({ authenticator: alwaysUser(anonymousUser) });
  const call = (authorization: string) => server.call('GET', '/version', { headers: { authorization } });
  expect((await call('Bearer  token')).headers['warning']).toEqual([
    '299 - "the provided Authorization header contains extra space before the bearer token, and is ignored"',
  ]);
  expect((await call('Basic  token')).headers['warning']).toBeUndefined();
  await server.close();
});

test('a forbidden request gets a response that no browser renders as a page', async () => {
  const server = await SampleServer.start({ authorizer: { authorize: async () => ({ decision: 'no-opinion' }) } });
  const { status, headers, json } = await server.call('GET', '/a<b>&c');
  expect([status, headers['x-content-type-options'], json.message]).toEqual([
    403,
    'nosniff',
    'forbidden: User "system:anonymous" cannot get path "/a&lt;b&gt;&amp;c"',
  ]);
  await server.close();
});

test('an unexpected error becomes an internal error, and is reported', async () => {
  const reported: unknown[] = [];
  const server = await SampleServer.start({
    admission: {
      mutate: async () => {
        throw new TypeError('a mistake');
      },
      validate: async () => undefined,
    },
    onError: (error) => reported.push(error),
  });
  const target = '/apis/wardle.example.com/v1/fischers';
  const { status, json } = await server.call('POST', target, { body: { metadata: { name: 'x' } } });
  expect([status, json.reason, reported.length]).toEqual([500, 'InternalError', 1]);
  await server.close();
});

test('requests are counted with what they ask for, and watches as long as they are open', async () => {
  const server = await SampleServer.start();
  const target = '/apis/wardle.example.com/v1/fischers';
  const body = { metadata: { name: 'x' } };
  await server.call('POST', `${target}?dryRun=All`, { body });
  let during = '';
  await server.call('POST', target, { body });
  await server.call('GET', `${target}?watch=true`, {
    onChunk: () => {
      during = server.server.shared.metrics.expose();
      return false;
    },
  });
  const labels =
    'component="apiserver",group="wardle.example.com",resource="fischers",scope="cluster",subresource="",verb="WATCH",version="v1"';
  expect(during).toContain(`apiserver_longrunning_requests{${labels}} 1\n`);
  const { text } = await server.call('GET', '/metrics');
  expect(text).toContain(`apiserver_longrunning_requests{${labels}} 0\n`);
  expect(text).toMatch(/apiserver_request_total\{code="201",component="apiserver",dry_run="All",.*verb="POST".*\} 1\n/);
  await server.close();
});
