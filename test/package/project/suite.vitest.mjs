import * as testing from 'trestle/testing';
import { expect, test } from 'vitest';
import { expected, useServer } from './server.js';

test('a server in vitest', async () => {
  expect(await useServer(testing)).toEqual(expected);
}, 60_000);
