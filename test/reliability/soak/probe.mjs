// Loaded into the server's process before it (`node --expose-gc --import`): answers the questions of the soak over the
// process's channel. The server itself knows nothing of it.
import { writeHeapSnapshot } from 'node:v8';

const questions = {
  /** What is alive: what is left after collections. Two turns lie between them, for what finalizers let go. */
  async memory() {
    for (let round = 0; round < 3; round++) {
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
    return { heapUsed, heapTotal, external, arrayBuffers, resources: process.getActiveResourcesInfo().length };
  },
  /** The file is written by the server: it stands still meanwhile. */
  snapshot: ({ file }) => writeHeapSnapshot(file),
};

process.on('message', async ({ id, question, ...options }) => {
  process.send({ id, answer: await questions[question](options) });
});
// Else the channel alone would keep the process alive.
process.channel.unref();
