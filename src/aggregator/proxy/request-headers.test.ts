import { describe, expect, it } from 'vitest';
import { type ApiRequest, inject } from '../../server/http/index.js';
import { plainPath } from './plain-path.js';
import { identityHeaders, proxiedHeaders } from './request-headers.js';

const address = { host: '10.0.0.7', port: 8443 };
const user = { name: 'alice', groups: ['a'] };

async function requestWith(init: Parameters<typeof inject>[1]): Promise<ApiRequest> {
  let seen: ApiRequest | undefined;
  await inject((request) => {
    seen = request;
    return { status: 200, headers: {} };
  }, init);
  return seen!;
}

async function forwarded(init: Parameters<typeof inject>[1], more: { isUpgrade?: boolean; auditId?: string } = {}) {
  const pairs = proxiedHeaders(await requestWith(init), { user, address, auditId: '', ...more });
  const headers: Record<string, string[]> = {};
  for (let index = 0; index < pairs.length; index += 2) {
    const name = pairs[index]!;
    headers[name] = [...(headers[name] ?? []), pairs[index + 1]!];
  }
  return headers;
}

describe('who the user is', () => {
  it('is sent with keys and values that are valid in headers', () => {
    expect(
      identityHeaders({
        name: 'müller',
        uid: '42',
        groups: ['a', 'b'],
        extra: { 'example.com/Scopes': ['x', 'y'], '100%': ['z'], ключ: [''] },
      }),
    ).toEqual([
      ...['x-remote-user', 'mÃ¼ller', 'x-remote-uid', '42', 'x-remote-group', 'a', 'x-remote-group', 'b'],
      ...['x-remote-extra-example.com%2FScopes', 'x', 'x-remote-extra-example.com%2FScopes', 'y'],
      ...['x-remote-extra-100%25', 'z'],
      ...['x-remote-extra-%D0%BA%D0%BB%D1%8E%D1%87', ''],
    ]);
  });

  it('omits an empty uid', () => {
    expect(identityHeaders(user)).toEqual(['x-remote-user', 'alice', 'x-remote-group', 'a']);
  });
});

describe('a request that is handed on', () => {
  it.each([
    ['GET', undefined, {}, {}],
    ['POST', undefined, {}, { 'content-length': ['0'] }],
    ['DELETE', 'x', {}, { 'transfer-encoding': ['chunked'] }],
    ['POST', 'x', { 'content-length': '1' }, { 'content-length': ['1'] }],
  ])('%s with body %s and headers %j is framed by %j', async (method, body, headers, framing) => {
    const sent = await forwarded({ method, target: '/', headers, ...(body && { body: Buffer.from(body) }) });
    const { 'content-length': length, 'transfer-encoding': encoding } = sent;
    expect({ ...(length && { 'content-length': length }), ...(encoding && { 'transfer-encoding': encoding }) }).toEqual(
      framing,
    );
  });

  it('has no headers that were for this connection, or for us', async () => {
    const sent = await forwarded({
      target: '/',
      headers: {
        connection: 'close, X-Hop',
        'x-hop': '1',
        'keep-alive': 'timeout=5',
        'proxy-authorization': 'Basic x',
        te: 'trailers, deflate',
        upgrade: 'h2c',
        expect: '100-continue',
        authorization: 'Bearer x',
        'x-remote-extra-a': 'b',
        'impersonate-user': 'root',
        'sec-websocket-protocol': 'v4.channel.k8s.io, base64url.bearer.authorization.k8s.io.dG9rZW4',
        accept: 'a/b',
      },
    });
    expect(Object.keys(sent).sort()).toEqual([
      'accept',
      'host',
      'sec-websocket-protocol',
      'te',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-forwarded-uri',
      'x-remote-group',
      'x-remote-user',
    ]);
    expect(sent).toMatchObject({ te: ['trailers'], 'sec-websocket-protocol': ['v4.channel.k8s.io'] });
  });

  it('is found by the same audit id', async () => {
    const init = { target: '/', headers: { 'audit-id': 'theirs' } };
    expect((await forwarded(init, { auditId: 'ours' }))['audit-id']).toEqual(['ours']);
    expect((await forwarded(init))['audit-id']).toEqual(['theirs']);
  });

  it('has no headers by which users are known elsewhere', async () => {
    const request = await requestWith({ target: '/', headers: { 'x-my-user': 'root', 'x-mine': '1' } });
    const isIdentity = (name: string) => name === 'x-my-user';
    const headers = proxiedHeaders(request, { user, address, auditId: '', isIdentity });
    expect([headers.includes('x-my-user'), headers.includes('x-mine')]).toEqual([false, true]);
  });

  it('has the host of the service and its own length, whatever the client says', async () => {
    const headers = { host: 'a', connection: 'Host, Content-Length', 'content-length': '1' };
    const sent = await forwarded({ method: 'DELETE', target: '/', headers, body: Buffer.from('x') });
    expect(sent).toMatchObject({ host: ['10.0.0.7:8443'], 'content-length': ['1'] });
    expect(sent['transfer-encoding']).toBeUndefined();
  });

  it('requests an upgrade if the client did', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket' };
    const sent = await forwarded({ target: '/', headers }, { isUpgrade: true });
    expect(sent).toMatchObject({ connection: ['Upgrade'], upgrade: ['websocket'] });
  });
});

describe('where a request goes', () => {
  it.each([
    ['/apis/g/v1/a//b', '/apis/g/v1/a/b'],
    ['/apis/g/v1/a/../b', '/apis/g/v1/b'],
    ['/apis/g/v1/a%20b/%2F/c', '/apis/g/v1/a%20b/c'],
    ['/apis/g/v1/a/', '/apis/g/v1/a/'],
  ])('%s is sent as %s', async (target, uri) => {
    expect(await forwarded({ target, headers: { host: 'us' } })).toMatchObject({
      host: ['10.0.0.7:8443'],
      'x-forwarded-host': ['10.0.0.7:8443'],
      'x-forwarded-uri': [uri],
    });
  });

  it.each([
    ['/a/b', '/a/b'],
    ['/a%2fb%3Fc%20d', '/a/b%3Fc%20d'],
    ["/%21'", '/%21%27'],
  ])('%s is written %s', (path, written) => {
    expect(plainPath(path)).toBe(written);
  });
});
