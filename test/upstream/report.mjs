// node test/upstream/report.mjs: writes docs/conformance.md from results/ and misses.json. Fails if a miss has no reason.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './support/environment.mjs';
import { loadResults, testOf } from './support/results.mjs';

const reference = 'kube-apiserver';
const suites = [
  { suite: 'test-cmd', title: "kubectl's tests (test/cmd of Kubernetes)", unit: 'functions', servers: ['trestle'] },
  {
    suite: 'e2e',
    title: 'End-to-end conformance tests that need no containers',
    unit: 'tests',
    servers: ['trestle', 'trestle-apiserver'],
  },
  { suite: 'integration', title: 'Integration tests', unit: 'tests', servers: ['trestle'] },
];
const names = {
  'e2e trestle': '`trestle --simulate-nodes=2` alone',
  'e2e trestle-apiserver': 'our API server with kube-controller-manager and kube-scheduler',
};

const reasons = JSON.parse(readFileSync(join(repository, 'test/upstream/misses.json'), 'utf8'));
const unexplained = [];
const sections = suites.flatMap((suite) => suite.servers.flatMap((server) => compared(suite, server)));
writeFileSync(join(repository, 'docs/conformance.md'), document(sections));
for (const { title, passed, total } of sections) console.log(`${title}: ${passed} of ${total}`);
if (unexplained.length > 0) {
  console.error(`without a reason in misses.json:\n${unexplained.join('\n')}`);
  process.exit(1);
}

/** What a server makes of the tests that the real one passes; nothing if either has not been run. */
function compared({ suite, title, unit }, server) {
  const [real, ours] = [loadResults(suite, reference), loadResults(suite, server)];
  if (!real || !ours) return [];
  const wanted = Object.keys(real.tests).filter((name) => real.tests[name] === 'pass' && !isSubtest(suite, name));
  const counted = wanted.filter((name) => name in ours.tests);
  const misses = counted.filter((name) => ours.tests[name] !== 'pass');
  unexplained.push(...misses.filter((name) => !reasons[suite]?.[name]));
  const label = names[`${suite} ${server}`];
  return {
    title: label ? `${title}: ${label}` : title,
    unit,
    date: [real.date, ours.date].sort().at(-1),
    total: counted.length,
    excluded: Object.keys(real.tests).filter((name) => real.tests[name] !== 'pass' && !isSubtest(suite, name)).length,
    notRun: wanted.length - counted.length,
    passed: counted.length - misses.length,
    misses: misses.map((name) => [name, reasons[suite]?.[name] ?? 'not yet looked into']),
    packages: suite === 'integration' ? packagesOf(counted, misses) : [],
  };
}

/** Of integration tests, those within a test are recorded only if they fail. */
function isSubtest(suite, name) {
  return suite === 'integration' && testOf(name) !== name;
}

function packagesOf(counted, misses) {
  const packageOf = (name) => name.slice(0, name.indexOf(' ')).replace('./', '');
  return [...new Set(counted.map(packageOf))].map((path) => {
    const inPackage = (name) => packageOf(name) === path;
    const total = counted.filter(inPackage).length;
    return { path, total, passed: total - misses.filter(inPackage).length };
  });
}

function document(found) {
  const rows = found.map(({ title, unit, total, passed, date }) => [title, `${total} ${unit}`, String(passed), date]);
  return `# Conformance

Tests that the authors of Kubernetes wrote, against this server. The denominator is what kube-apiserver v1.36.4 passes in the same
way: as a process of its own, with the same flags, clients and controllers, on the same machine. This page is written by
\`node test/upstream/report.mjs\`; [test/upstream/README.md](https://github.com/kube-trestle/trestle/blob/main/test/upstream/README.md) has the commands.

How to read it: results are those of the last run of each test, over several builds of the day, on a machine that was busy with other
work. Tests that failed here were run again after a fix; tests that had passed were not, and those that failed with kube-apiserver
mostly were not either. A test that failed with it for want of time is therefore missing from the denominator.

${table(['suite', 'kube-apiserver passes', 'trestle', 'date'], rows)}
${found.map(section).join('\n')}`;
}

function section({ title, misses, packages, excluded, notRun }) {
  const parts = [`## ${title}\n`];
  const outside = `Not counted: ${excluded} that kube-apiserver does not pass in this way either`;
  parts.push(`${outside}${notRun > 0 ? `, and ${notRun} that were not run with both` : ''}.\n`);
  if (packages.length > 0) parts.push('Packages that are not in this list were not run.\n');
  if (packages.length > 0) {
    const rows = packages.map(({ path, total, passed }) => [path, String(total), String(passed)]);
    parts.push(table(['package', 'kube-apiserver passes', 'trestle'], rows));
  }
  const rows = misses.map(([name, reason]) => [name.replaceAll('|', '\\|').replace('./test/integration/', ''), reason]);
  parts.push(rows.length > 0 ? table(['not passed', 'reason'], rows) : 'All of them pass.\n');
  return parts.join('\n');
}

/** As the formatter of this repository aligns it. */
function table(header, rows) {
  const widths = header.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |\n`;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('');
}
