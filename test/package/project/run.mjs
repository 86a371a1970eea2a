import { deepEqual } from 'node:assert/strict';
import * as testing from 'trestle/testing';
import { expected, useServer } from './server.js';

deepEqual(await useServer(testing), expected);
console.log('as expected');
