import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as testing from 'trestle/testing';
import { expected, expectedOfMany, useManyServers, useServer } from './server.js';

test('fifty servers at once in node:test, ES modules', async () => {
  deepEqual(await useManyServers(testing), expectedOfMany);
});

test('a server in node:test, ES modules', async () => deepEqual(await useServer(testing), expected));
