const testing = require('trestle/testing');
const { expected, useServer } = require('./server.js');

test('a server in Jest, CommonJS', async () => {
  expect(await useServer(testing)).toEqual(expected);
}, 60_000);
