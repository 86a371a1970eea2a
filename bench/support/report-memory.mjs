// Preloaded by a server: with SIGUSR2 it prints what is alive after a full collection, in bytes, and the CPU time of the
// process until it wrote its first output, in microseconds.
import { writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const standardError = 2;
let startCpu = 0;
const write = process.stdout.write;
process.stdout.write = (...text) => {
  const { user, system } = process.cpuUsage();
  startCpu = user + system;
  process.stdout.write = write;
  return process.stdout.write(...text);
};

process.on('SIGUSR2', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  // What finalizers release is collected by the next one.
  for (let round = 0; round < 3; round++) collect();
  const { heapUsed, external } = process.memoryUsage();
  writeSync(standardError, `alive: ${heapUsed + external} start: ${startCpu}\n`);
});
