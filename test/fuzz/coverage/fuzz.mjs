// npm run fuzz -- [--target yaml] [--seconds 60] [--seed 1] [--keep]
// Runs each target for the given time; a bug is shown with the shortest input that triggers it. --keep writes inputs with
// new coverage to test/fuzz/corpus, from which the next run starts.
import { parseArgs } from 'node:util';
import { readCorpus, writeCorpus } from './corpus.mjs';
import { Fuzzer, kindOf } from './fuzzer.mjs';
import { loadTargets } from './load-targets.mjs';

const { values } = parseArgs({
  options: {
    target: { type: 'string', multiple: true },
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
});

/** Longer inputs are not committed. */
const longestKept = 256;

const { targets, branches, Random } = await loadTargets();
const names = values.target ?? Object.keys(targets);
for (const name of names) {
  if (!targets[name]) throw new Error(`no target ${name}: ${Object.keys(targets).join(', ')}`);
  fuzz(name, targets[name]);
}

function fuzz(name, target) {
  const fuzzer = new Fuzzer({ target, branches, random: new Random(Number(values.seed)) });
  const kept = [...readCorpus(name), ...target.seeds.map((seed) => Buffer.from(seed, 'latin1'))];
  for (const input of kept) report(fuzzer, name, { input, flaw: fuzzer.try(input) });
  const [reachedBefore, end] = [fuzzer.reached, performance.now() + (Number(values.seconds) * 1000) / names.length];
  const flaws = new Set();
  while (performance.now() < end && flaws.size < 5) {
    const found = fuzzer.step();
    if (!found || flaws.has(kindOf(found.flaw))) continue;
    flaws.add(kindOf(found.flaw));
    report(fuzzer, name, found);
  }
  const { executions, reached, corpus } = fuzzer;
  console.log(
    `${name}: ${executions} calls, ${reachedBefore} branches at first, ${reached} now, ${corpus.length} inputs`,
  );
  if (values.keep) writeCorpus(name, corpus.filter((input) => input.length <= longestKept).slice(0, 400));
}

function report(fuzzer, name, { input, flaw }) {
  if (!flaw) return;
  const smallest = fuzzer.minimise(input, flaw);
  const shown = fuzzer.flawOf(smallest) ?? flaw;
  process.exitCode = 1;
  console.log(`${name}: ${JSON.stringify(smallest.toString('latin1'))}\n${shown.stack}`);
}
