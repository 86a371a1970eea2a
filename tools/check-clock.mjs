// Checks that src/ takes time, timers and randomness from a Clock or an option, so that a simulation can control them.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Forbidden calls, with their replacement. `Math.random` may be named as the default of an option. */
const forbidden = [
  { pattern: /\bDate\.now\b/, instead: 'Clock.now' },
  { pattern: /\bnew Date\(\)/, instead: 'new Date(clock.now())' },
  { pattern: /\bperformance\.now\b|\bhrtime\b/, instead: 'Clock.monotonic' },
  { pattern: /(?<![.\w])setTimeout\(/, instead: 'Clock.after' },
  { pattern: /(?<![.\w])setInterval\(/, instead: 'every' },
  { pattern: /(?<![.\w])setImmediate\b/, instead: 'Clock.immediate or nextIteration' },
  { pattern: /['"](node:)?timers(\/promises)?['"]/, instead: 'sleep' },
  { pattern: /\bAbortSignal\.timeout\b/, instead: 'Clock.after' },
  { pattern: /\bMath\.random\(/, instead: 'an option `random`' },
];

/** Exempt files, each with the reason. */
const exceptions = {
  'apimachinery/clock/clock.ts': 'this is the clock',
  'loading/load-bundle.ts': 'runs before anything else is loaded, and decides only when compiled code is kept',
  'server/http/connection.ts': 'the idle timer of a socket, refreshed in place with every request',
  'client/http/http-client.ts': 'the time limit of a request over a real socket',
  'kube/admission-plugins/resource-quota/resource-quota.ts': 'the default of an option',
};

const source = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..', 'src');
const files = readdirSync(source, { recursive: true })
  .map((file) => String(file).replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !/\.test(\.support)?\.ts$/.test(file) && !file.includes('/contract/'));

const problems = [];
const needed = new Set();
for (const file of files) {
  const found = problemsOf(readFileSync(join(source, file), 'utf8'));
  if (found.length > 0 && file in exceptions) needed.add(file);
  else problems.push(...found.map(({ line, text }) => `src/${file}:${line}: ${text}`));
}
if (files.length === 0) problems.push(`no source files in ${source}`);
if (process.argv[2] === undefined) {
  for (const file of Object.keys(exceptions)) {
    if (!needed.has(file)) problems.push(`tools/check-clock.mjs: ${file} needs no exception`);
  }
}
for (const problem of problems) console.error(problem);
console.log(`clock: ${files.length} files, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function problemsOf(text) {
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*(\/\/|\/?\*)/.test(line)) return [];
    const broken = forbidden.filter(({ pattern }) => pattern.test(line));
    return broken.map(({ instead }) => ({ line: index + 1, text: `${line.trim()} (use ${instead})` }));
  });
}
