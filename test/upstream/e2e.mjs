// node test/upstream/e2e.mjs --server trestle|trestle-apiserver|kube-apiserver [--only REGEXP] [--missing] [--parallel 3]:
// conformance tests of Kubernetes that need no containers, against simulated nodes. What the three servers are:
// support/control-plane.mjs. --missing: tests that have neither passed nor failed before.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chosenTests } from './e2e-tests.mjs';
import { buildProgram, buildTest } from './support/build.mjs';
import { startControlPlane } from './support/control-plane.mjs';
import { environment } from './support/environment.mjs';
import { loadResults, saveResults } from './support/results.mjs';

const { values: options } = parseArgs({
  options: {
    server: { type: 'string', default: 'trestle' },
    only: { type: 'string', default: '' },
    missing: { type: 'boolean' },
    parallel: { type: 'string', default: '3' },
  },
});
const setup = environment();
const binary = buildTest(setup, './test/e2e', { folder: 'e2e' });
const kubectl = buildProgram(setup, 'kubectl');
// What the real server does not pass here is not counted.
const reference = options.server === 'kube-apiserver' ? undefined : loadResults('e2e', 'kube-apiserver');
const known = loadResults('e2e', options.server);
const chosen = chosenTests(binary)
  .filter(({ name }) => new RegExp(options.only).test(name))
  .filter(({ name }) => !options.missing || !['pass', 'fail'].includes(known?.tests[name]))
  .filter(({ name }) => reference === undefined || reference.tests[name] === 'pass');
const plane = await startControlPlane(options.server, setup);
try {
  const together = chosen.filter(({ serial }) => !serial);
  const lanes = Array.from({ length: Number(options.parallel) }, (_, lane) =>
    together.filter((_test, index) => index % Number(options.parallel) === lane),
  );
  await Promise.all(lanes.map((tests, lane) => runTests(tests, `lane-${lane}`)));
  await runTests(
    chosen.filter(({ serial }) => serial),
    'serial',
  );
} finally {
  await plane.stop();
}

async function runTests(tests, lane) {
  if (tests.length === 0) return;
  const report = mkdtempSync(join(setup.work, 'e2e-report-'));
  const log = openSync(join(setup.work, `e2e.${options.server}.${lane}.log`), 'w');
  const focus = tests.map(({ name }) => `${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`).join('|');
  const connection = [`--kubeconfig=${plane.kubeconfig}`, `--kubectl-path=${kubectl}`, '--provider=local'];
  const reporting = [`--report-dir=${report}`, '--report-complete-ginkgo', '--disable-log-dump', '--ginkgo.timeout=2h'];
  const child = spawn('nice', ['-n', '10', binary, ...connection, ...reporting, `--ginkgo.focus=${focus}`], {
    stdio: ['ignore', log, log],
  });
  await once(child, 'exit');
  saveResults('e2e', options.server, outcomes(report, tests));
  rmSync(report, { recursive: true, force: true });
}

function outcomes(report, tests) {
  const file = join(report, 'ginkgo/report.json');
  const specs = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8'))[0].SpecReports : [];
  const states = new Map(
    specs.map((spec) => [[...(spec.ContainerHierarchyTexts ?? []), spec.LeafNodeText].join(' '), spec.State]),
  );
  const outcome = { passed: 'pass', skipped: 'skip', pending: 'skip' };
  return Object.fromEntries(tests.map(({ name }) => [name, outcome[states.get(name)] ?? 'fail']));
}
