import * as testing from 'trestle/testing';
import { expected, expectedOfMany, useManyServers, useServer } from './server.js';

test('fifty servers at once in Jest, ES modules', async () => {
  expect(await useManyServers(testing)).toEqual(expectedOfMany);
}, 120_000);

test('a server in Jest, ES modules', async () => {
  expect(await useServer(testing)).toEqual(expected);
}, 60_000);
