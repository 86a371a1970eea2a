import * as testing from 'trestle/testing';
import { expected, useServer } from './server.js';

test('a server in Jest, ES modules', async () => {
  expect(await useServer(testing)).toEqual(expected);
}, 60_000);
