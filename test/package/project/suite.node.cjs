const { deepEqual } = require('node:assert/strict');
const { test } = require('node:test');
const testing = require('trestle/testing');
const { expected, useServer } = require('./server.js');

test('a server in node:test, CommonJS', async () => deepEqual(await useServer(testing), expected));
