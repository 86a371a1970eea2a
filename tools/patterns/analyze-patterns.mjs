// Asks recheck how the time of a match grows with its text. Its JavaScript build: the same on each machine.
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import recheck from 'recheck/lib/browser.js';

/** Effort is limited by steps, not by the clock, so that a busy machine finds the same as an idle one. */
const parameters = {
  randomSeed: 1,
  timeout: 120_000,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  attackLimit: 20_000_000,
};

/** What is wrong with each pattern, in their order; undefined: it takes linear time. */
export async function analyzePatterns(patterns) {
  const findings = new Array(patterns.length);
  const lanes = Math.min(availableParallelism(), patterns.length);
  const next = patterns.keys();
  await Promise.all(Array.from({ length: lanes }, () => runLane(patterns, next, findings)));
  return findings;
}

/** A worker takes the next pattern when it is done with one. */
function runLane(patterns, next, findings) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: 'analyze' });
    let current;
    const proceed = () => {
      current = next.next();
      if (current.done) worker.terminate().then(resolve, reject);
      else worker.postMessage(patterns[current.value]);
    };
    worker.on('error', reject);
    worker.on('message', (finding) => {
      findings[current.value] = finding;
      proceed();
    });
    proceed();
  });
}

function findingOf({ source, flags }) {
  const { status, complexity, attack, error } = recheck.checkSync(source, flags, parameters);
  if (status === 'safe') return undefined;
  if (status === 'unknown') return `cannot be judged (${error.message ?? error.kind})`;
  return `${complexity.summary}, such as ${attack.pattern}`;
}

if (!isMainThread && workerData === 'analyze') {
  parentPort.on('message', (pattern) => parentPort.postMessage(findingOf(pattern)));
}
