// Sample API servers behind main servers, ours and Kubernetes' own in both roles, with real binaries:
//   npm run build && node test/parity/sample-apiservers.mjs --kube-apiserver FILE --etcd FILE --sample-apiserver FILE \
//     --artifacts DIRECTORY   (that of k8s.io/sample-apiserver)
// Runs the walk-through of the sample's documentation with kubectl, and lets each sample take over the other's etcd.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../../dist/apimachinery/free-ports.test.support.js';
import { Etcd, ServerProcess } from '../support/server-process.mjs';
import { startServer } from './support/start-server.mjs';

process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
process.removeAllListeners('warning');
const { values: flags } = parseArgs({
  options: {
    'kube-apiserver': { type: 'string' },
    etcd: { type: 'string' },
    'sample-apiserver': { type: 'string' },
    artifacts: { type: 'string' },
  },
});
const ourSample = new URL('../../examples/sample-apiserver/', import.meta.url);
const ours = {
  name: 'our sample',
  artifacts: fileURLToPath(new URL('artifacts', ourSample)),
  command: [process.execPath, fileURLToPath(new URL('dist/main.js', ourSample))],
};
const theirs = { name: "Go's sample", artifacts: flags.artifacts, command: [flags['sample-apiserver']] };

let checks = 0;
await behind({ main: 'kube-apiserver', real: { kubeApiServer: flags['kube-apiserver'], etcd: flags.etcd } }, [
  ours,
  theirs,
]);
await behind({ main: 'our kube-apiserver' }, [theirs, ours]);
console.log(`${checks} checks passed`);

/** The first sample is installed with its own manifests; the others take over its etcd. */
async function behind({ main, real }, [first, second]) {
  const directory = mkdtempSync(join(tmpdir(), 'trestle-samples-'));
  const server = await startServer({ real });
  const etcd = await Etcd.start({ command: flags.etcd, directory });
  const kubectl = kubectlFor(server, directory);
  try {
    const port = await freePort();
    install(kubectl, first, port);
    const kubeconfig = serviceAccountKubeconfig(kubectl, server, directory);
    let sample = await startSample(first, { directory, port, etcd, kubeconfig });
    const available = () => {
      for (const version of ['v1alpha1', 'v1beta1']) {
        kubectl(`wait --for=condition=Available apiservice/${version}.wardle.example.com --timeout=60s`);
      }
    };
    available();
    console.log(`${first.name} behind ${main}`);
    walkThrough(kubectl, first);
    const written = objects(kubectl);
    await sample.kill('SIGTERM');

    sample = await startSample(second, { directory, port, etcd, kubeconfig });
    available();
    console.log(`${second.name} behind ${main}, with the etcd of ${first.name}`);
    expect('all objects are read unchanged', objects(kubectl), written);
    changeEverything(kubectl);
    const changed = objects(kubectl);
    await sample.kill('SIGTERM');

    sample = await startSample(first, { directory, port, etcd, kubeconfig });
    available();
    console.log(`${first.name} again, with what ${second.name} wrote`);
    expect('all objects are read unchanged', objects(kubectl), changed);
    await sample.kill('SIGTERM');
  } finally {
    await etcd.kill('SIGTERM');
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

function kubectlFor({ url, token }, directory) {
  const cache = join(directory, 'cache');
  const common = ['--server', url.origin, '--token', token, '--insecure-skip-tls-verify', '--cache-dir', cache];
  const empty = join(directory, 'empty');
  writeFileSync(empty, '');
  return (command, input = '') => {
    try {
      const options = { input, env: { ...process.env, KUBECONFIG: empty }, stdio: ['pipe', 'pipe', 'pipe'] };
      return execFileSync('kubectl', [...common, ...command.split(' ')], options)
        .toString()
        .trim();
    } catch (error) {
      throw new Error(String(error.stderr));
    }
  };
}

/** The nine manifests, in the order of the documentation; then the Service leads to this machine. */
function install(kubectl, { artifacts }, port) {
  kubectl('create ns wardle');
  for (const name of [
    'sa',
    'auth-delegator',
    'auth-reader',
    'rbac',
    'rbac-bind',
    'deployment',
    'service',
    'apiservice',
  ]) {
    kubectl(`create -f ${artifacts}/example/${name}.yaml`);
  }
  // Upstream's role lacks the mutating policies, without which its own sample does not become ready.
  kubectl(`apply -f ${ours.artifacts}/example/rbac.yaml`);
  const service = {
    type: 'ExternalName',
    externalName: 'localhost',
    selector: null,
    clusterIP: null,
    clusterIPs: null,
  };
  kubectl(`patch service api -n wardle --type=merge -p ${JSON.stringify({ spec: service })}`);
  const apiService = JSON.parse(kubectl('get apiservice v1alpha1.wardle.example.com -o json'));
  for (const [version, versionPriority] of [
    ['v1alpha1', 15],
    ['v1beta1', 20],
  ]) {
    const { group, groupPriorityMinimum, insecureSkipTLSVerify } = apiService.spec;
    const spec = { group, groupPriorityMinimum, insecureSkipTLSVerify, version, versionPriority };
    const metadata = { name: `${version}.wardle.example.com` };
    const service = { ...apiService.spec.service, port };
    const { apiVersion, kind } = apiService;
    kubectl('apply -f -', JSON.stringify({ apiVersion, kind, metadata, spec: { ...spec, service } }));
  }
}

/** The sample runs as the service account of its manifests. */
function serviceAccountKubeconfig(kubectl, { url }, directory) {
  const file = join(directory, 'wardle.kubeconfig');
  const cluster = { server: url.origin, 'insecure-skip-tls-verify': true };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster }],
    users: [{ name: 'c', user: { token: kubectl('create token apiserver -n wardle') } }],
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'c' } }],
    'current-context': 'c',
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

async function startSample({ name, command: [file, ...args] }, { directory, port, etcd, kubeconfig }) {
  const process = new ServerProcess(join(directory, `${name}.log`));
  const kubeconfigs = ['kubeconfig', 'authentication-kubeconfig', 'authorization-kubeconfig'];
  process.spawn(file, [
    ...args,
    ...kubeconfigs.map((flag) => `--${flag}=${kubeconfig}`),
    ...[
      '--bind-address=127.0.0.1',
      `--secure-port=${port}`,
      `--etcd-servers=${etcd.url}`,
      `--cert-dir=${directory}/certs`,
    ],
  ]);
  await process.untilReady(async () => (await fetch(`https://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok);
  return process;
}

function walkThrough(kubectl, { artifacts }) {
  const spec = (name) => JSON.parse(kubectl(`get ${name} -o json`)).spec;
  expect(
    'create',
    kubectl(`create -f ${artifacts}/flunders/01-flunder.yaml`),
    'flunder.wardle.example.com/my-first-flunder created',
  );
  expect('get', kubectl('get flunder my-first-flunder -o name'), 'flunder.wardle.example.com/my-first-flunder');
  kubectl('create -f -', flunder('v1alpha1', 'second', { reference: 'my-first-flunder' }));
  kubectl('create -f -', flunder('v1beta1', 'third', { fischerReference: 'jim', referenceType: 'Fischer' }));
  expect('v1beta1', spec('flunders.v1beta1.wardle.example.com second'), {
    flunderReference: 'my-first-flunder',
    referenceType: 'Flunder',
  });
  expect('v1alpha1', spec('flunders.v1alpha1.wardle.example.com third'), {
    reference: 'jim',
    referenceType: 'Fischer',
  });
  kubectl('create -f -', JSON.stringify({ ...typed('v1alpha1', 'Fischer', 'jim'), disallowedFlunders: ['banned'] }));
  const refused = (name, command, input) => fails(`refuses ${name}`, () => kubectl(command, input));
  refused(
    'a banned name',
    'create -f -',
    flunder('v1alpha1', 'banned', {}),
  )('this name may not be used, please change the resource name');
  refused(
    'two references',
    'create -f -',
    flunder('v1beta1', 'a', { flunderReference: 'a', fischerReference: 'b', referenceType: 'Flunder' }),
  )('spec.fischerReference: Invalid value: "b": cannot be set with flunderReference at the same time');
  refused(
    'a missing namespace',
    'create -n missing -f -',
    flunder('v1alpha1', 'a', {}),
  )('namespaces "missing" not found');
  refused('users without permission', 'get flunders --as=someone')('User "someone" cannot list resource "flunders"');
  expect(
    'label selectors',
    kubectl('get flunders -l sample-label=true -o name'),
    'flunder.wardle.example.com/my-first-flunder',
  );
  expect('explain', /reference/i.test(kubectl('explain flunders.spec')), true);
  kubectl(
    'apply --server-side -f -',
    flunder('v1beta1', 'applied', { flunderReference: 'second', referenceType: 'Flunder' }),
  );
  kubectl(
    'apply --server-side -f -',
    flunder('v1beta1', 'applied', { flunderReference: 'third', referenceType: 'Flunder' }),
  );
  expect('server-side apply', spec('flunder applied'), { flunderReference: 'third', referenceType: 'Flunder' });
  expect('delete', kubectl('delete flunder applied -o name'), 'flunder.wardle.example.com/applied');
}

function changeEverything(kubectl) {
  kubectl('label flunders --all changed=yes');
  kubectl('label fischers --all changed=yes');
  kubectl('create -f -', flunder('v1beta1', 'fourth', { flunderReference: 'third', referenceType: 'Flunder' }));
  fails('still refuses a banned name', () => kubectl('create -f -', flunder('v1alpha1', 'banned', {})))(
    'this name may not be used',
  );
}

function typed(version, kind, name) {
  return { apiVersion: `wardle.example.com/${version}`, kind, metadata: { name } };
}

function flunder(version, name, spec) {
  return JSON.stringify({ ...typed(version, 'Flunder', name), spec });
}

/** All objects in both versions. */
function objects(kubectl) {
  const resources = ['flunders.v1alpha1', 'flunders.v1beta1', 'fischers.v1alpha1'];
  return resources.map(
    (resource) => JSON.parse(kubectl(`get ${resource}.wardle.example.com -o json --show-managed-fields`)).items,
  );
}

function expect(name, received, expected) {
  checks++;
  const [a, b] = [received, expected].map((value) => JSON.stringify(value));
  if (a !== b) throw new Error(`${name}:\n  ${a}\nis not\n  ${b}`);
  console.log(`  ${name}`);
}

function fails(name, call) {
  return (reason) => {
    let message = 'nothing';
    try {
      call();
    } catch (error) {
      message = error.message;
    }
    expect(name, message.includes(reason) || message, true);
  };
}
