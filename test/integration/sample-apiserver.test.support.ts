import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../src/apimachinery/free-ports.test.support.js';
import { ProgramProcess } from './program.test.support.js';

export const sample = new URL('../../examples/sample-apiserver/', import.meta.url);
const artifacts = fileURLToPath(new URL('artifacts', sample));

export const startSample = (args: readonly string[], directory: string) =>
  new ProgramProcess(new URL('dist/main.js', sample), args, directory);

export interface Output {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** kubectl with a kubeconfig, in the folder of the article's manifests. */
export class Kubectl {
  readonly #kubeconfig: string;

  constructor(kubeconfig: string) {
    this.#kubeconfig = kubeconfig;
  }

  /** The output, whether it fails or not. */
  try(command: string, input = ''): Promise<Output> {
    const args = command.split(' ').map((word) => word.replaceAll('␣', ' '));
    return new Promise((resolve) => {
      const child = execFile(
        'kubectl',
        ['--kubeconfig', this.#kubeconfig, ...args],
        { cwd: artifacts },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      );
      child.stdin!.end(input);
    });
  }

  async run(command: string, input?: string): Promise<string> {
    const { code, stdout, stderr } = await this.try(command, input);
    if (code !== 0) throw new Error(`kubectl ${command}: ${stderr}`);
    return stdout.trim();
  }

  /** Repeats the command until its output is the expected one. */
  async until(command: string, expected: string): Promise<void> {
    for (;;) {
      const { code, stdout } = await this.try(command);
      if (code === 0 && stdout.trim() === expected) return;
    }
  }
}

/** The walk-through of the article: everything but the Deployment's pod, which is a process here. */
const manifests = [
  'create ns wardle',
  'create -f example/sa.yaml -n wardle',
  'create -f example/auth-delegator.yaml -n kube-system',
  'create -f example/auth-reader.yaml -n kube-system',
  'create -f example/rbac.yaml',
  'create -f example/rbac-bind.yaml',
  'create -f example/deployment.yaml -n wardle',
  'create -f example/service.yaml -n wardle',
  'create -f example/apiservice.yaml',
];

/** A main server, and the sample behind it, which runs as the service account of the manifests. */
export class SampleCluster {
  readonly kubectl: Kubectl;
  readonly adminKubeconfig: string;
  readonly #directory: string;
  readonly #ports: { readonly main: number; readonly sample: number };
  main!: ProgramProcess;
  sample!: ProgramProcess;

  static async start(directory: string): Promise<SampleCluster> {
    const cluster = new SampleCluster(directory, { main: await freePort(), sample: await freePort() });
    await cluster.startMain();
    for (const command of manifests) await cluster.kubectl.run(command);
    await cluster.#writeServiceAccountKubeconfig();
    await cluster.startSample();
    const api = readFileSync(join(artifacts, 'loopback/api.yaml'), 'utf8').replaceAll(
      '8443',
      String(cluster.#ports.sample),
    );
    await cluster.kubectl.run('apply -f -', api);
    await cluster.kubectl.run('wait --for=condition=Available apiservice/v1alpha1.wardle.example.com --timeout=30s');
    await cluster.kubectl.run('wait --for=condition=Available apiservice/v1beta1.wardle.example.com --timeout=30s');
    return cluster;
  }

  private constructor(directory: string, ports: { readonly main: number; readonly sample: number }) {
    this.#directory = directory;
    this.#ports = ports;
    this.adminKubeconfig = join(directory, '.trestle/admin.kubeconfig');
    this.kubectl = new Kubectl(this.adminKubeconfig);
  }

  async startMain(): Promise<void> {
    this.main = new ProgramProcess('main', [`--secure-port=${this.#ports.main}`], this.#directory);
    await this.main.readyUrl();
  }

  async startSample(): Promise<void> {
    const flags = ['--kubeconfig=wardle.kubeconfig', '--bind-address=127.0.0.1', `--secure-port=${this.#ports.sample}`];
    this.sample = startSample([...flags, '--data-dir=wardle', '--cert-dir=wardle'], this.#directory);
    await this.sample.readyUrl();
  }

  async #writeServiceAccountKubeconfig(): Promise<void> {
    const token = await this.kubectl.run('create token apiserver -n wardle');
    const config = JSON.parse(readFileSync(this.adminKubeconfig, 'utf8'));
    config.users[0].user = { token };
    writeFileSync(join(this.#directory, 'wardle.kubeconfig'), JSON.stringify(config));
  }
}
