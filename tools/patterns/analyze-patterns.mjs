// Determines with recheck how match time grows with the text. Uses its JavaScript build: the same on each machine.
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import recheck from 'recheck/lib/browser.js';

/** Effort is limited by steps, not by time, so that results do not depend on the load of the machine. */
const parameters = {
  randomSeed: 1,
  timeout: 120_000,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  attackLimit: 20_000_000,
};

/** The problem of each pattern, in order; undefined: it matches in linear time. */
export async function analyzePatterns(patterns) {
  const findings = new Array(patterns.length);
  const lanes = Math.min(availableParallelism(), patterns.length);
  const next = patterns.keys();
  await Promise.all(Array.from({ length: lanes }, () => runLane(patterns, next, findings)));
  return findings;
}

/** Runs one worker; it takes the next pattern when it has finished one. */
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
