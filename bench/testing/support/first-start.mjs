// Prints how long the first server of a process takes, with and without loading the code, and its CPU time.
const begin = performance.now();
const { TestServer } = await import('../../../lib/testing/index.js');
const loaded = performance.now();
const cpu = process.cpuUsage();
const server = await TestServer.start();
const [start, withLoading] = [performance.now() - loaded, performance.now() - begin];
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ start, withLoading, cpu: (user + system) / 1000 }));
await server.close();
