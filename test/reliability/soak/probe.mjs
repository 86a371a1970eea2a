// Preloaded into the server's process (`node --expose-gc --import`): answers the soak's queries over the IPC channel.
// The server itself is unaware of it.
import { writeHeapSnapshot } from 'node:v8';

const questions = {
  /** Memory after garbage collection. Two event loop iterations are in between, for finalizers. */
  async memory() {
    for (let round = 0; round < 3; round++) {
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
    return { heapUsed, heapTotal, external, arrayBuffers, resources: process.getActiveResourcesInfo().length };
  },
  /** The server's process writes the file, and is blocked meanwhile. */
  snapshot: ({ file }) => writeHeapSnapshot(file),
};

process.on('message', async ({ id, question, ...options }) => {
  process.send({ id, answer: await questions[question](options) });
});
// Otherwise the channel alone would keep the process alive.
process.channel.unref();
