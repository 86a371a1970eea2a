import * as testing from 'trestle/testing';
import { expect, test } from 'vitest';
import { expected, expectedOfMany, useManyServers, useServer } from './server.js';

test('fifty servers at once in vitest', async () => {
  expect(await useManyServers(testing)).toEqual(expectedOfMany);
}, 120_000);

test('a server in vitest', async () => {
  expect(await useServer(testing)).toEqual(expected);
}, 60_000);
