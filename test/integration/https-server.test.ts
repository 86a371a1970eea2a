import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiServer } from '../../src/server/api-server.js';
import { wardle } from '../../src/server/sample-server.test.support.js';
import { EmbeddedStorage } from '../../src/storage/embedded/index.js';

let directory: string;
let server: ApiServer;
let session: ClientHttp2Session;
let ca: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trestle-'));
  server = new ApiServer({ storage: await EmbeddedStorage.open({ directory: join(directory, 'data') }) });
  server.install(wardle);
  await server.start({
    host: '127.0.0.1',
    port: 0,
    tls: { certDirectory: directory, names: ['localhost', '127.0.0.1'] },
  });
  ca = readFileSync(join(directory, 'apiserver.crt'), 'utf8');
  session = connect(`https://localhost:${server.port}`, { ca });
});
afterAll(async () => {
  session.close();
  await server.close();
  rmSync(directory, { recursive: true });
});

const flunders = '/apis/wardle.example.com/v1/namespaces/default/flunders';

interface TestResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function overHttp2(method: string, path: string, body?: object): Promise<TestResponse> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':method': method, ':path': path, 'content-type': 'application/json' });
    let headers: IncomingHttpHeaders = {};
    let text = '';
    stream.on('response', (received) => {
      headers = received;
    });
    stream.on('data', (chunk) => {
      text += chunk;
    });
    stream.on('end', () => resolve({ status: Number(headers[':status']), headers, text }));
    stream.on('error', reject);
    stream.end(body && JSON.stringify(body));
  });
}

function overHttp1(method: string, path: string, body?: object): Promise<TestResponse> {
  return new Promise((resolve, reject) => {
    const options = {
      host: 'localhost',
      port: server.port,
      ca,
      method,
      path,
      headers: { 'content-type': 'application/json' },
    };
    const sent = request(options, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

describe.each([
  ['HTTP/2', overHttp2],
  ['HTTP/1.1', overHttp1],
])('over %s', (protocol, call) => {
  const name = protocol.toLowerCase().replace(/\W/g, '-');

  test('the server is healthy and counts', async () => {
    expect((await call('GET', '/readyz')).text).toBe('ok');
    expect((await call('GET', '/livez?verbose')).text).toContain('[+]ping ok');
    expect((await call('GET', '/metrics')).text).toContain('process_start_time_seconds');
  });

  test('an object is created, read, listed and deleted', async () => {
    const created = await call('POST', flunders, { metadata: { name }, spec: { reference: 'r' } });
    expect([created.status, created.headers['content-type']]).toEqual([201, 'application/json']);
    expect(created.headers['audit-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect((await call('GET', `${flunders}/${name}`)).text).toBe(created.text);
    expect((await call('GET', flunders)).text).toContain(
      `{${created.text.trimEnd().slice(created.text.indexOf('"metadata"'))}`,
    );
    expect((await call('GET', '/metrics')).text).toMatch(
      /apiserver_request_total\{.*code="201".*resource="flunders".*verb="POST".*\} \d/,
    );
    expect((await call('DELETE', `${flunders}/${name}`)).status).toBe(200);
    expect((await call('GET', `${flunders}/${name}`)).status).toBe(404);
  });

  test('a body beyond the limit is refused', async () => {
    const large = await call('POST', flunders, {
      metadata: { name: 'large' },
      spec: { reference: 'x'.repeat(4 << 20) },
    });
    expect(large.status).toBe(413);
  });
});

test('the swagger UI needs no other host', async () => {
  const page = await overHttp2('GET', '/swagger-ui/');
  const assets = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name);
  expect(assets).toContain('swagger-ui-bundle.js');
  for (const name of assets) {
    const { status, text } = await overHttp2('GET', `/swagger-ui/${name}`);
    expect([name, status, text.length > 100]).toEqual([name, 200, true]);
  }
});

test('shutting down ends watches and closes the listener', async () => {
  const second = new ApiServer({ storage: await EmbeddedStorage.open() });
  second.install(wardle);
  await second.start({ host: '127.0.0.1', port: 0, tls: { certDirectory: directory, names: ['localhost'] } });
  const client = connect(`https://localhost:${second.port}`, { ca });
  const stream = client.request({ ':path': `${flunders}?watch=true` });
  await new Promise((resolve) => stream.once('response', resolve));
  const ended = new Promise((resolve) => stream.resume().once('close', resolve));
  await second.close();
  await ended;
  client.destroy();
});

test('a watch sends changes immediately, and ends with its client', async () => {
  const stream = session.request({ ':path': `${flunders}?watch=true&resourceVersion=1` });
  let text = '';
  const typesOfWatched = () => {
    const events = text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    return events.filter(({ object }) => object.metadata.name === 'watched').map(({ type }) => type);
  };
  const seen = new Promise<void>((resolve) => {
    stream.on('data', (chunk) => {
      text += chunk;
      if (typesOfWatched().length === 2) resolve();
    });
  });
  await overHttp2('POST', flunders, { metadata: { name: 'watched' } });
  await overHttp2('DELETE', `${flunders}/watched`);
  await seen;
  expect(typesOfWatched()).toEqual(['ADDED', 'DELETED']);
  stream.close();
});
