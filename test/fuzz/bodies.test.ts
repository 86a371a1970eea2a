import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { workMilliseconds } from '../support/machine-speed.js';
import { body, monsters, patch, patchTypes } from './arbitraries.js';
import { forAll } from './for-all.js';
import { type FuzzRequest, FuzzServer, fischers, flunders, web } from './fuzz-server.js';
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

const alpha = web.replace('/v1/', '/v1alpha1/');
const inOddNamespaces = ['A_B', '..', '%00', '%20', 'x'.repeat(64)].map((name) => flunders.replace('default', name));
const mediaType = fc.constantFrom('application/json', 'application/json', 'application/yaml', 'application/cbor');

test.each([
  ['created', 'POST', [flunders, flunders.replace('/v1/', '/v1alpha1/'), fischers, ...inOddNamespaces]],
  ['updated', 'PUT', [web, alpha, `${web}/status`, `${flunders}/none`, `${fischers}/web`, `${flunders}/Odd_Name`]],
  ['deleted', 'DELETE', [`${web}?dryRun=All`, flunders, `${flunders}/none`, fischers]],
])('nothing but objects is %s, whatever is sent', async (_, method, paths) => {
  await forAll(300, fc.tuple(fc.constantFrom(...paths), mediaType, body), ([path, type, sent]) =>
    check({ method, path, headers: { 'content-type': type }, body: sent }),
  );
  await fuzzed.expectUnharmed();
});

test.each(patchTypes)('a patch of type %s may say anything', async (type) => {
  const paths = [web, web, alpha, `${web}/status`, `${flunders}/none`, `${fischers}/web`, `${flunders}/Odd_Name`];
  await forAll(200, fc.tuple(fc.constantFrom(...paths), patch), ([path, sent]) =>
    check({ method: 'PATCH', path: `${path}?fieldManager=fuzz`, headers: { 'content-type': type }, body: sent }),
  );
  await fuzzed.expectUnharmed();
});

/** Superlinear work would take minutes. */
const maxMilliseconds = 3000;

test('deep, long and tangled bodies are refused or taken in time', async () => {
  const requests = [
    ...['application/json', 'application/yaml'].flatMap((type) => [
      { method: 'POST', path: flunders, type },
      { method: 'PUT', path: web, type },
      { method: 'PUT', path: `${fischers}/web`, type },
      { method: 'DELETE', path: `${web}?dryRun=All`, type },
    ]),
    ...patchTypes.flatMap((type) =>
      [web, `${fischers}/web`].map((path) => ({ method: 'PATCH', path: `${path}?fieldManager=fuzz&force=true`, type })),
    ),
  ];
  for (const monster of monsters) {
    for (const { method, path, type } of requests) {
      const send = () => check({ method, path, headers: { 'content-type': type }, body: Buffer.from(monster) });
      expect(await workMilliseconds(send), `${type} ${monster.slice(0, 40)}`).toBeLessThan(maxMilliseconds);
    }
  }
  await fuzzed.expectUnharmed();
});
