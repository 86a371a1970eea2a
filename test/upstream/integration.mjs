// node test/upstream/integration.mjs --server trestle|kube-apiserver [--again] PACKAGE[=TEST|TEST...]...: integration tests of
// Kubernetes, such as ./test/integration/apiserver/apply, with a server that runs as a process of its own. Packages whose
// results exist are not run again unless --again is set, or tests are named.
import { execFileSync, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { buildTest } from './support/build.mjs';
import { environment, goVariables, serverCommand } from './support/environment.mjs';
import { startEtcd } from './support/etcd.mjs';
import { writeOverlay } from './support/overlay.mjs';
import { loadResults, saveResults } from './support/results.mjs';

const suite = 'integration';
const timeoutMinutes = 25;
const { values: options, positionals: packages } = parseArgs({
  options: { server: { type: 'string', default: 'trestle' }, again: { type: 'boolean' } },
  allowPositionals: true,
});
const setup = environment();
const overlay = writeOverlay(setup);
const etcd = await startEtcd(setup);
try {
  for (const chosen of packages) await runPackage(...chosen.split('='));
} finally {
  await etcd.stop();
}

async function runPackage(path, only) {
  const known = Object.keys(loadResults(suite, options.server)?.tests ?? {});
  if (!only && !options.again && known.some((name) => name.startsWith(`${path} `))) return;
  const binary = buildTest(setup, path, { overlay, folder: 'integration' });
  if (!binary) return;
  const listing = ['-test.list', only ? `^(${only})$` : '^Test'];
  const names = execFileSync(binary, listing, {
    encoding: 'utf8',
    env: testVariables(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const listed = names.split('\n').filter((name) => name.startsWith('Test'));
  const outcomes = await runTests(binary, path, listed);
  // A panic or the time limit ends a test binary: what has not been run by then is run by itself.
  const left = listed.filter((name) => outcomes[name] === undefined);
  for (const name of left.length < listed.length ? left : [])
    Object.assign(outcomes, await runTests(binary, path, [name]));
  const found = listed.map((name) => [`${path} ${name}`, outcomes[name] ?? 'fail']);
  const details = Object.entries(outcomes).filter(([name, outcome]) => name.includes('/') && outcome === 'fail');
  const failedSubtests = details.map(([name]) => [`${path} ${name}`, 'fail']);
  saveResults(
    suite,
    options.server,
    Object.fromEntries([...found, ...failedSubtests]),
    listed.map((name) => `${path} ${name}`),
  );
}

async function runTests(binary, path, names) {
  const logs = join(setup.work, 'logs', options.server, path.replace(/^\.\//, ''));
  mkdirSync(logs, { recursive: true });
  const log = createWriteStream(join(logs, `${names.length > 3 ? 'all' : names.join('+')}.log`));
  const pattern = `^(${names.join('|')})$`;
  const flags = ['-test.v', `-test.timeout=${timeoutMinutes}m`, '-test.parallel=2', '-test.run', pattern];
  const child = spawn(binary, flags, {
    // The name by which clients introduce themselves: some tests expect it in managed fields.
    argv0: `${basename(path)}.test`,
    cwd: join(setup.tree, path),
    detached: true,
    env: { ...testVariables(), EXTERNAL_APISERVER_LOGS: logs },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  setPriority(child.pid, 10);
  child.stderr.pipe(log, { end: false });
  const outcomes = {};
  for await (const line of createInterface({ input: child.stdout })) {
    log.write(`${line}\n`);
    const [, outcome, name] = /^\s*--- (PASS|FAIL|SKIP): (\S+)/.exec(line) ?? [];
    if (outcome) outcomes[name] = outcome.toLowerCase();
  }
  log.end();
  endGroup(child.pid);
  return outcomes;
}

function testVariables() {
  const variables = goVariables(setup);
  return {
    ...variables,
    PATH: `${dirname(setup.etcd)}:${variables.PATH}`,
    KUBE_INTEGRATION_ETCD_URL: etcd.url,
    EXTERNAL_APISERVER: serverCommand(options.server, setup).join(' '),
  };
}

/** Servers that a test has left behind belong to the process group of its binary. */
function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
