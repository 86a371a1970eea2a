// The soak of soak.mjs as a check: memory, handles and the store's file stay what they were.
import { runSoak } from './soak.mjs';
import { count } from './support/report.mjs';

export const soak = [
  {
    name: 'ten minutes of everything',
    onlyFull: true,
    notFor: { 'kube-apiserver': 'what it looks at is within a Node.js process' },
    async run(context) {
      const { samples, problems } = await runSoak({ minutes: 10, print: (line) => console.log(`    ${line}`) });
      for (const problem of problems)
        console.log(`    ${typeof problem === 'string' ? problem : JSON.stringify(problem)}`);
      const { operations } = samples.at(-1);
      context.figure('memory, handles and failures in a soak of ten minutes', {
        value: `${problems.length} problems, ${count(operations)} operations`,
        holds: problems.length === 0,
      });
    },
  },
];
