import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect as connectHttp2, constants } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiServer } from '../../src/server/api-server.js';
import { wardle } from '../../src/server/sample-server.test.support.js';
import { EmbeddedStorage } from '../../src/storage/embedded/index.js';
import { workMilliseconds } from '../support/machine-speed.js';

let directory: string;
let server: ApiServer;
let ca: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trestle-'));
  server = new ApiServer({ storage: await EmbeddedStorage.open({ directory: join(directory, 'data') }) });
  server.install(wardle);
  const tls = { certDirectory: directory, names: ['localhost'] };
  await server.start({ host: '127.0.0.1', port: 0, tls });
  ca = readFileSync(join(directory, 'apiserver.crt'), 'utf8');
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

type Headers = readonly (readonly [name: string, value: string])[];

/** Written by hand, because clients have their own limits. */
function overHttp1(path: string, headers: Headers): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host: '127.0.0.1', port: server.port, servername: 'localhost', ca });
    let response = '';
    socket.on('data', (chunk) => {
      response += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(Number(response.split(' ', 2)[1])));
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${lines}\r\n`);
  });
}

/** 431 for a refused stream: HTTP/2 has no other answer to it. */
function overHttp2(path: string, headers: Headers): Promise<number> {
  return new Promise((resolve) => {
    const session = connectHttp2(`https://localhost:${server.port}`, {
      ca,
      maxSendHeaderBlockLength: 4 << 20,
      maxHeaderListPairs: 1 << 20,
    });
    const end = (status: number) => {
      resolve(status);
      session.destroy();
    };
    const grouped: Record<string, string[]> = {};
    for (const [name, value] of headers) {
      const key = name.toLowerCase();
      grouped[key] = [...(grouped[key] ?? []), value];
    }
    const sent = Object.fromEntries(
      Object.entries(grouped).map(([name, all]) => [name, all.length > 1 ? all : all[0]]),
    );
    const stream = session.request({ ':path': path, ...sent });
    stream.on('response', (received) => end(Number(received[constants.HTTP2_HEADER_STATUS])));
    stream.on('error', () => end(431));
    session.on('error', () => end(431));
    stream.on('close', () => end(431));
  });
}

const spaces = ' '.repeat(60_000);
const flunders = '/apis/wardle.example.com/v1/flunders';
const many = (count: number, header: (index: number) => readonly [string, string]): Headers =>
  Array.from({ length: count }, (_, index) => header(index));

/** The response would be the same if it took long, but all other requests would wait. */
const requests: readonly [what: string, path: string, headers: Headers, status: number][] = [
  ['Accept with 60,000 spaces', '/apis', [['Accept', `a${spaces}b`]], 400],
  ['Accept with 8,000 spaces', '/apis', [['Accept', `a${' '.repeat(8000)}b`]], 406],
  ['Accept with 2,000 ranges', '/apis', [['Accept', '*/*,'.repeat(2000)]], 200],
  ['Accept of 1,900 lines', '/apis', many(1900, () => ['Accept', 'application/json;a=b']), 400],
  ['a timeout of 60,000 zeros', `/apis?timeout=${'0'.repeat(60_000)}`, [], 400],
  ['a timeout of 1,000 zeros', `/apis?timeout=${'0'.repeat(1000)}1s`, [], 200],
  ['a timeout of many units', `/apis?timeout=${'11m'.repeat(300)}x`, [], 400],
  ['a Content-Type of spaces', '/apis', [['Content-Type', `a/b;${spaces};`]], 400],
  ['an Accept-Encoding of commas', '/apis', [['Accept-Encoding', ','.repeat(500_000)]], 400],
  ['a token at its limit', '/apis', [['Authorization', `Bearer ${'a.'.repeat(32_000)}`]], 200],
  ['a token of 500,000 characters', '/apis', [['Authorization', `Bearer ${'a'.repeat(500_000)}`]], 400],
  ['X-Forwarded-For of many addresses', '/apis', [['X-Forwarded-For', '1.2.3.4, '.repeat(50_000)]], 400],
  ['1,900 keys to impersonate', '/apis', many(1900, (index) => [`Impersonate-Extra-${index}`, 'x']), 400],
  ['3,000 header lines', '/apis', many(3000, (index) => [`X-${index}`, 'x']), 431],
  ['a label selector at its limit', `${flunders}?labelSelector=${'a,'.repeat(32_000)}a`, [], 400],
  ['a label selector of values', `${flunders}?labelSelector=a%20in%20(${'a,'.repeat(32_000)}a)`, [], 200],
  ['a field selector at its limit', `${flunders}?fieldSelector=${'metadata.name=a,'.repeat(500)}`, [], 200],
  ['a continue token at its limit', `${flunders}?continue=${'A'.repeat(8192)}`, [], 400],
  ['a label selector of 500,000 characters', `${flunders}?labelSelector=${'a,'.repeat(250_000)}`, [], 400],
  ['500,000 parameters', `${flunders}?${'&'.repeat(500_000)}`, [], 400],
  ['a path of 500,000 slashes', '/'.repeat(500_000), [], 404],
  ['a path of 200,000 escapes', `/${'%41'.repeat(200_000)}`, [], 404],
  ['a path of 250,000 dots', `/${'./'.repeat(250_000)}`, [], 404],
];

/** Node's HTTP/2 accepts no longer header, the path included. */
const longestField = 65_536;
const isTooLong = (path: string, headers: Headers): boolean =>
  [path, ...headers.map(([, value]) => value)].some(({ length }) => length > longestField);

describe.each([
  ['HTTP/1.1', overHttp1],
  ['HTTP/2', overHttp2],
] as const)('over %s', (protocol, call) => {
  test.each(requests)('%s', async (_what, path, headers, status) => {
    const expected = protocol === 'HTTP/2' && isTooLong(path, headers) ? 431 : status;
    expect(await workMilliseconds(async () => expect(await call(path, headers)).toBe(expected))).toBeLessThan(300);
  });
});
