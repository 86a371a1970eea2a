// What a suite found with one server, as a file: results/<suite>.<server>.json. The report reads nothing else.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultsFolder } from './environment.mjs';

/**
 * Outcomes are 'pass', 'fail' or 'skip' by the name of the test. Of earlier runs, results are kept but for `rerun` and the
 * subtests of these.
 */
export function saveResults(suite, server, tests, rerun = []) {
  mkdirSync(resultsFolder, { recursive: true });
  const date = new Date().toISOString().slice(0, 10);
  const again = new Set(rerun);
  const earlier = Object.entries(loadResults(suite, server)?.tests ?? {}).filter(([name]) => !again.has(testOf(name)));
  const merged = { ...Object.fromEntries(earlier), ...tests };
  const sorted = Object.fromEntries(Object.entries(merged).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(
    resultsFile(suite, server),
    `${JSON.stringify({ suite, server, date, tests: sorted }, undefined, 2)}\n`,
  );
  console.log(`${suite} with ${server}: ${summary(sorted)}`);
}

export function loadResults(suite, server) {
  const file = resultsFile(suite, server);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** The test that a subtest belongs to: `./package Test/sub` is of `./package Test`. */
export function testOf(name) {
  const space = name.indexOf(' ');
  const slash = name.indexOf('/', space + 1);
  return space >= 0 && slash >= 0 ? name.slice(0, slash) : name;
}

export function summary(tests) {
  const outcomes = Object.values(tests);
  const count = (wanted) => outcomes.filter((outcome) => outcome === wanted).length;
  return `${count('pass')} passed, ${count('fail')} failed, ${count('skip')} skipped`;
}

function resultsFile(suite, server) {
  return join(resultsFolder, `${suite}.${server}.json`);
}
