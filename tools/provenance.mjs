// Lists the source files by the file of Kubernetes whose behaviour they follow; see docs/upgrading-kubernetes.md.
//
//   node tools/provenance.mjs                    all upstream files, with our files
//   node tools/provenance.mjs --changed FILE     only those that are listed in FILE, one path per line (-: standard input)
//   node tools/provenance.mjs --behind v1.37     our files with a line of an earlier version
//   node tools/provenance.mjs --tree DIRECTORY   checks that all upstream files exist in a Kubernetes repository
//   node tools/provenance.mjs --check            checks the form of the lines, and that none is missing
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as ours from './provenance/own-files.mjs';
import { affectedBy, byUpstreamFile, missingFrom, readProvenance } from './provenance/provenance-lines.mjs';

const source = join(dirname(fileURLToPath(import.meta.url)), '..', 'src');
const { entries, problems } = readProvenance(source, ours);
const [option, value] = process.argv.slice(2);
const commands = {
  '--check': () => report(problems),
  '--tree': () => report([...problems, ...missingFrom(value, entries).map(describeMissing)]),
  '--changed': () => printAffected(readFileSync(value === '-' ? 0 : value, 'utf8').split('\n')),
  '--behind': () => print([...new Set(entries.filter(isBehind).map(({ file }) => `src/${file}`))]),
};
const needsValue = option !== undefined && option !== '--check';
if (option === undefined) printByUpstream(byUpstreamFile(entries));
else if (!(option in commands) || needsValue !== (value !== undefined)) fail(`unknown or incomplete option: ${option}`);
else commands[option]();

function report(found) {
  for (const problem of found) console.error(`src/${problem}`);
  console.log(`provenance: ${entries.length} lines, ${found.length} problems`);
  process.exitCode = found.length > 0 ? 1 : 0;
}

function describeMissing({ file, upstream }) {
  return `${file}: there is no ${upstream} in ${value}`;
}

function printAffected(changed) {
  const { followed, others } = affectedBy(entries, changed);
  printByUpstream(followed);
  if (others.length > 0) print(['', 'Changed in the same folders, but followed by no file:', ...others]);
}

function printByUpstream(ours) {
  print([...ours].flatMap(([upstream, files]) => [upstream, ...files.map((file) => `    src/${file}`)]));
}

function isBehind({ version }) {
  return minorOf(version) < minorOf(value);
}

function minorOf(version) {
  return Number(version.split('.')[1]);
}

function print(lines) {
  if (lines.length > 0) console.log(lines.join('\n'));
}

function fail(problem) {
  console.error(problem);
  process.exitCode = 2;
}
