import { type ClientHttp2Session, constants } from 'node:http2';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { body, headers, method, patchTypes, path, query } from './arbitraries.js';
import { forAll } from './for-all.js';
import { type FuzzRequest, FuzzServer, flunders, group, web } from './fuzz-server.js';
import { flawOf } from './sound-answer.js';

let fuzzed: FuzzServer;

beforeAll(async () => {
  fuzzed = await FuzzServer.start();
});
afterAll(() => fuzzed.closeAndExpectNothingLeft());
beforeEach(() => fuzzed.provideWeb());

async function check(request: FuzzRequest): Promise<void> {
  expect(flawOf(request, await fuzzed.call(request))).toBeUndefined();
  expect(fuzzed.panics).toEqual([]);
}

const lists = [flunders, `${group}/v1/flunders`, `${group}/v1/fischers`, `${group}/v1alpha1/flunders`];

test('lists and gets take any parameters', async () => {
  await forAll(500, fc.tuple(fc.constantFrom(...lists, web, `${web}/status`), query), ([target, parameters]) =>
    check({ method: 'GET', path: `${target}?${parameters}` }),
  );
  await fuzzed.expectUnharmed();
});

test('writes take any parameters', async () => {
  const write = fc.tuple(fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE'), query, fc.option(body), fc.constantFrom(...patchTypes)); // biome-ignore format: one line
  await forAll(500, write, ([verb, parameters, sent, patchType]) =>
    check({
      method: verb,
      path: `${verb === 'POST' ? flunders : web}?${parameters}`,
      headers: { 'content-type': verb === 'PATCH' ? patchType : 'application/json' },
      ...(sent && { body: sent }),
    }),
  );
  await fuzzed.expectUnharmed();
});

test('watches take any parameters, and none is left behind', async () => {
  const watches = fc.array(fc.tuple(fc.constantFrom(...lists), query), { minLength: 20, maxLength: 20 });
  await forAll(10, watches, async (opened) => {
    const session = fuzzed.newSession();
    const paths = opened.map(([target, parameters]) => `${target}?watch=true&${parameters}`);
    const statuses = await Promise.all(paths.map((watch) => statusOfWatch(session, watch)));
    for (const status of statuses) expect([200, 400, 410, 422, 500]).toContain(status);
    session.destroy();
  });
  await expect.poll(() => fuzzed.server.openWatches).toBe(0);
  await fuzzed.expectUnharmed();
});

/** Cancels the watch as soon as the response starts. */
function statusOfWatch(session: ClientHttp2Session, target: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':path': target });
    stream.on('error', reject);
    stream.on('response', (received) => {
      stream.close(constants.NGHTTP2_CANCEL);
      resolve(Number(received[':status']));
    });
  });
}

test('revisions of a far future are waited for in vain, and not for long', async () => {
  const revision = 2n ** 62n;
  const targets = [...lists, web].flatMap((target) => [
    `${target}?resourceVersion=${revision}`,
    `${target}?resourceVersion=${revision}&resourceVersionMatch=Exact`,
    `${target}?resourceVersion=${revision}&resourceVersionMatch=NotOlderThan&limit=1`,
  ]);
  await Promise.all(targets.map((target) => check({ method: 'GET', path: target })));
  await fuzzed.expectUnharmed();
});

test('any method may be used on any path with any headers', async () => {
  const request = fc.tuple(method, path.filter(isShort), headers, fc.option(body));
  await forAll(800, request, ([verb, target, sent, bytes]) =>
    check({ method: verb, path: target, headers: sent, ...(bytes && { body: bytes }) }),
  );
  await fuzzed.expectUnharmed();
});

/** The responses of the deprecated watch paths do not end. */
function isShort(target: string): boolean {
  return !target.includes('watch');
}
