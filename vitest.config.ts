import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,test,tools,console/src,examples/sample-apiserver/test}/**/*.test.ts'],
    // By itself vitest leaves one core to others, which is half of a small machine.
    maxWorkers: availableParallelism(),
    // Files share the modules of their worker: loading them for each of five hundred files takes as long as the tests.
    isolate: false,
    // A slow machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    passWithNoTests: false,
  },
});
