const testing = require('trestle/testing');
const { expected, expectedOfMany, useManyServers, useServer } = require('./server.js');

test('fifty servers at once in Jest, CommonJS', async () => {
  expect(await useManyServers(testing)).toEqual(expectedOfMany);
}, 120_000);

test('a server in Jest, CommonJS', async () => {
  expect(await useServer(testing)).toEqual(expected);
}, 60_000);
