// npm run simulate -- [--scenario name] [--seconds 120] [--first 1] [--seed N [--trace]] [--mutants]
// Runs seed after seed of each scenario in as many processes as there are cores. A seed that fails is printed with the
// command that plays it again; --trace shows each step of one. --mutants instead makes mistakes in the source, one at a
// time, and fails where one is not found.
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findMutant } from './find-mutant.mjs';
import { loadSimulation } from './load.mjs';
import { mutants } from './mutants.mjs';

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', multiple: true },
    seconds: { type: 'string', default: '120' },
    first: { type: 'string', default: '1' },
    seed: { type: 'string' },
    trace: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    worker: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
});

if (values.mutants) await hunt();
else if (values.seed !== undefined) await replay();
else if (values.worker !== undefined) await work();
else await supervise();

async function chosenScenarios() {
  const { scenarios } = await loadSimulation();
  const names = values.scenario ?? Object.keys(scenarios);
  for (const name of names)
    if (!scenarios[name]) throw new Error(`no scenario ${name}: ${Object.keys(scenarios).join(', ')}`);
  return names.map((name) => [name, scenarios[name]]);
}

async function hunt() {
  for (const mutant of mutants) {
    const { seed, problem } = await findMutant(mutant);
    console.log(`${problem ? `found by seed ${seed}` : `NOT FOUND by ${seed} seeds`}: ${mutant.name}`);
    if (!problem) process.exitCode = 1;
  }
}

async function replay() {
  const seed = Number(values.seed);
  const onTrace = values.trace ? (line) => console.log(line) : undefined;
  for (const [name, run] of await chosenScenarios()) {
    try {
      const { steps } = await run({ seed, onTrace });
      console.log(`${name} ${seed}: ${steps} steps, no violation`);
    } catch (error) {
      console.log(`${name} ${seed}: ${error.stack}`);
      process.exitCode = 1;
    }
  }
}

/** Runs every n-th seed, of each scenario in turn, until the time is up. */
async function work() {
  const scenarios = await chosenScenarios();
  const end = performance.now() + Number(values.seconds) * 1000;
  const counts = { seeds: 0, steps: 0, failures: [] };
  for (
    let seed = Number(values.first) + Number(values.worker);
    performance.now() < end;
    seed += Number(values.workers)
  ) {
    for (const [name, run] of scenarios) {
      try {
        counts.steps += (await run({ seed })).steps;
      } catch (error) {
        counts.failures.push({ name, seed, message: String(error) });
      }
      counts.seeds++;
    }
    if (counts.failures.length >= 5) break;
  }
  process.send(counts);
}

async function supervise() {
  const workers = Array.from({ length: Number(values.workers) }, (_none, index) => {
    const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--worker', String(index)]);
    return new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`a worker ended with ${code}`)));
    });
  });
  const results = await Promise.all(workers);
  const sum = (part) => results.reduce((total, result) => total + result[part], 0);
  for (const { name, seed, message } of results.flatMap(({ failures }) => failures)) {
    console.error(`${name}: ${message}\n  npm run simulate -- --scenario ${name} --seed ${seed} --trace`);
    process.exitCode = 1;
  }
  const failures = results.flatMap(({ failures }) => failures).length;
  console.log(`simulation: ${sum('seeds')} seeds, ${sum('steps')} steps, ${failures} violations`);
}
