// node test/upstream/test-cmd.mjs --server trestle|kube-apiserver [--only run_pod_tests,...]: kubectl's own tests of Kubernetes
// (test/cmd) with one server, beside kube-controller-manager, as hack/make-rules/test-cmd.sh runs them.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePorts } from '../../dist/apimachinery/free-ports.test.support.js';
import { buildProgram } from './support/build.mjs';
import { environment, goVariables, serverCommand } from './support/environment.mjs';
import { saveResults } from './support/results.mjs';

const { values: options } = parseArgs({
  options: { server: { type: 'string', default: 'trestle' }, only: { type: 'string', default: '' } },
});
const setup = environment();
const folder = linkedTree();
const tests = {};
try {
  await runDriver();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
saveResults('test-cmd', options.server, tests);

/** A folder that looks like the tree: the tests write into the folder that they run in. */
function linkedTree() {
  const linked = mkdtempSync(join(setup.work, 'test-cmd-'));
  for (const name of readdirSync(setup.tree)) {
    if (name !== '_output') symlinkSync(join(setup.tree, name), join(linked, name));
  }
  const programs = join(linked, '_output/bin');
  mkdirSync(programs, { recursive: true });
  for (const name of ['kubectl', 'kubectl-convert']) symlinkSync(buildProgram(setup, name), join(programs, name));
  chmodSync(linked, 0o755);
  return linked;
}

async function runDriver() {
  const [etcd, api, manager] = await freePorts(3);
  const driver = join(dirname(fileURLToPath(import.meta.url)), 'test-cmd-driver.sh');
  const log = createWriteStream(join(setup.work, `test-cmd.${options.server}.log`));
  const child = spawn('nice', ['-n', '10', 'bash', driver], {
    cwd: folder,
    env: {
      ...goVariables(setup),
      PATH: `${existsSync(setup.etcd) ? `${dirname(setup.etcd)}:` : ''}${goVariables(setup).PATH}`,
      ALLOW_SKEW: 'true',
      APISERVER_COMMAND: serverCommand(options.server, setup).join(' '),
      CONTROLLER_MANAGER_COMMAND: join(setup.binaries, 'kube-controller-manager'),
      ETCD_PORT: String(etcd),
      SECURE_API_PORT: String(api),
      SECURE_CTLRMGR_PORT: String(manager),
      KUBE_JUNIT_REPORT_DIR: join(folder, '_output/junit'),
      ONLY_TESTS: options.only.replaceAll(',', ' '),
      TMPDIR: folder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.pipe(log, { end: false });
  for await (const line of createInterface({ input: child.stdout })) readLine(line, log);
  log.end();
}

function readLine(line, log) {
  log.write(`${line}\n`);
  const [, started] = /^Recording: (\w+)$/.exec(line) ?? [];
  const [, failed] = /^Error when running (\w+)$/.exec(line) ?? [];
  if (started && started !== 'record_command_canary') tests[started] = 'pass';
  if (failed) tests[failed] = 'fail';
  if (started || failed) console.log(line);
}
