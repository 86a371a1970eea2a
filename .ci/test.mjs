// Runs `npm test`. Files that fail while others compete for the machine run once more, alone. One that passes then is reported as unsteady
// and does not fail the build; failures that can be reproduced do, and so do more than three failing files.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const mostUnsteady = 3;
const directory = mkdtempSync(join(tmpdir(), 'test-report-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

const all = run('all', ['npm', 'test', '--']);
if (all.succeeded || all.failing.length === 0 || all.failing.length > mostUnsteady) end(all);

console.log(`\nOnce more, alone: ${all.failing.join(' ')}`);
const alone = run('alone', ['npx', 'vitest', 'run', ...all.failing]);
for (const file of all.failing) console.log(`${alone.failing.includes(file) ? 'FAILED TWICE' : 'UNSTEADY'}: ${file}`);
if (!alone.succeeded) end(alone);
end({ ...all, succeeded: true, passed: all.passed + all.failed, failed: 0 });

/** Runs vitest by this command. Throws if there is no report, for example because the build has failed. */
function run(name, [command, ...args]) {
  const file = join(directory, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { status } = spawnSync(command, [...args, ...reporters], { stdio: 'inherit' });
  const report = JSON.parse(readFileSync(file, 'utf8'));
  return {
    succeeded: status === 0,
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    failing: report.testResults.filter((file) => file.status === 'failed').map(({ name }) => relative('.', name)),
  };
}

function end({ succeeded, passed, failed, skipped }) {
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exit(succeeded && passed > 0 && skipped === 0 ? 0 : 1);
}
