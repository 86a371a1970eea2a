const { deepEqual } = require('node:assert/strict');
const { test } = require('node:test');
const testing = require('trestle/testing');
const { expected, expectedOfMany, useManyServers, useServer } = require('./server.js');

test('fifty servers at once in node:test, CommonJS', async () => {
  deepEqual(await useManyServers(testing), expectedOfMany);
});

test('a server in node:test, CommonJS', async () => deepEqual(await useServer(testing), expected));
