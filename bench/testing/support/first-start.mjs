// Prints how long the first server of a process takes, with and without loading the code.
const begin = performance.now();
const { TestServer } = await import('../../../lib/testing/index.js');
const loaded = performance.now();
const server = await TestServer.start();
console.log(JSON.stringify({ start: performance.now() - loaded, withLoading: performance.now() - begin }));
await server.close();
