import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as testing from 'trestle/testing';
import { expected, useServer } from './server.js';

test('a server in node:test, ES modules', async () => deepEqual(await useServer(testing), expected));
