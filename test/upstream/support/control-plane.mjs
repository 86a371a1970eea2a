// The set-ups that end-to-end tests run against, each with two nodes that are simulated by trestle.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../../../dist/apimachinery/free-ports.test.support.js';
import { repository, serverCommand } from './environment.mjs';
import { startEtcd } from './etcd.mjs';

const token = 'end-to-end-token';
const readyMilliseconds = 120_000;

/**
 * 'trestle': the program alone, with controllers and nodes of its own. 'kube-apiserver' and 'trestle-apiserver': that server on
 * etcd, with kube-controller-manager and kube-scheduler.
 */
export async function startControlPlane(name, setup) {
  const folder = mkdtempSync(join(setup.work, 'control-plane-'));
  const [port] = await freePorts(1);
  const plane = new ControlPlane({
    folder,
    url: `https://127.0.0.1:${port}`,
    log: openSync(join(setup.work, `control-plane.${name}.log`), 'w'),
  });
  writeFileSync(join(folder, 'tokens.csv'), `${token},admin,admin,system:masters\n`);
  writeFileSync(plane.kubeconfig, kubeconfig(plane.url));
  const common = [
    `--secure-port=${port}`,
    '--bind-address=127.0.0.1',
    `--token-auth-file=${join(folder, 'tokens.csv')}`,
  ];
  try {
    if (name === 'trestle') {
      const program = [process.execPath, join(setup.trestle, 'lib/app/main.js'), 'start'];
      plane.run([...program, ...common, '--in-memory', '--simulate-nodes=2', `--data-dir=${folder}/data`]);
      await plane.ready();
    } else {
      await startOnEtcd(plane, {
        setup,
        common,
        command: serverCommand(name.replace('trestle-apiserver', 'trestle'), setup),
      });
    }
  } catch (error) {
    await plane.stop();
    throw error;
  }
  return plane;
}

async function startOnEtcd(plane, { setup, common, command }) {
  const { folder, kubeconfig } = plane;
  const etcd = await startEtcd(setup);
  plane.onStop(() => etcd.stop());
  const file = (name) => join(folder, name);
  const subject = ['-subj', '/CN=end-to-end', '-days', '2'];
  const authority = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    file('ca.key'),
    '-out',
    file('ca.crt'),
    ...subject,
  ];
  execFileSync('openssl', authority, { stdio: 'ignore' });
  execFileSync('openssl', ['genrsa', '-out', file('accounts.key'), '2048'], { stdio: 'ignore' });
  plane.run([
    ...command,
    ...common,
    `--etcd-servers=${etcd.url}`,
    `--cert-dir=${folder}`,
    `--client-ca-file=${file('ca.crt')}`,
    `--service-account-key-file=${file('accounts.key')}`,
    `--service-account-signing-key-file=${file('accounts.key')}`,
    '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
    '--service-cluster-ip-range=10.0.0.0/16',
    '--authorization-mode=Node,RBAC',
    '--allow-privileged=true',
  ]);
  await plane.ready();
  const [managerPort, schedulerPort] = await freePorts(2);
  plane.run([
    join(setup.binaries, 'kube-controller-manager'),
    `--kubeconfig=${kubeconfig}`,
    `--secure-port=${managerPort}`,
    `--root-ca-file=${file('apiserver.crt')}`,
    `--service-account-private-key-file=${file('accounts.key')}`,
    `--cluster-signing-cert-file=${file('ca.crt')}`,
    `--cluster-signing-key-file=${file('ca.key')}`,
  ]);
  plane.run([join(setup.binaries, 'kube-scheduler'), `--kubeconfig=${kubeconfig}`, `--secure-port=${schedulerPort}`]);
  const nodes = join(repository, 'test/upstream/simulated-nodes.mjs');
  plane.run([process.execPath, nodes, '--server', plane.url, '--token', token]);
}

class ControlPlane {
  #processes = [];
  #stops = [];

  constructor({ folder, url, log }) {
    this.folder = folder;
    this.url = url;
    this.log = log;
    this.kubeconfig = join(folder, 'kubeconfig');
  }

  run([program, ...args]) {
    this.#processes.push(spawn('nice', ['-n', '10', program, ...args], { stdio: ['ignore', this.log, this.log] }));
  }

  onStop(stop) {
    this.#stops.push(stop);
  }

  async ready() {
    const get = ['get', '--raw', '/readyz', `--kubeconfig=${this.kubeconfig}`];
    const end = Date.now() + readyMilliseconds;
    for (;;) {
      try {
        execFileSync('kubectl', get, { stdio: 'ignore' });
        return;
      } catch (error) {
        if (Date.now() > end) throw error;
        await delay(500);
      }
    }
  }

  async stop() {
    for (const child of this.#processes) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    for (const stop of this.#stops) await stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function kubeconfig(server) {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'local',
    clusters: [{ name: 'local', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'local', user: { token } }],
    contexts: [{ name: 'local', context: { cluster: 'local', user: 'local' } }],
  });
}
