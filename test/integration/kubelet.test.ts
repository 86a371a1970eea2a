import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FakeKubelet } from '../../src/kube/kubelets/fake-kubelet.test.support.js';
import { makeSelfSigned } from '../../src/server/http/index.js';
import { ProgramProcess, temporaryDirectory } from './program.test.support.js';

const isInstalled = spawnSync('kubectl', ['version', '--client']).status === 0;

interface Run {
  readonly input?: string;
  readonly env?: Record<string, string>;
}

class Kubectl {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  environment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
    const kubeconfig = join(this.#directory, '.trestle/admin.kubeconfig');
    return { ...process.env, KUBECONFIG: kubeconfig, HOME: this.#directory, ...more };
  }

  /** Returns its output, of both streams, and its exit code. */
  run(command: string, { input, env }: Run = {}): Promise<string> {
    return new Promise((resolve) => {
      const options = { cwd: this.#directory, env: this.environment(env), maxBuffer: 2 ** 26 };
      const child = execFile('kubectl', command.split(' '), options, (error, stdout, stderr) =>
        resolve(`${stdout}${stderr}${error ? `exit ${error.code}` : ''}`),
      );
      if (input === undefined) child.stdin!.end();
      else child.stdin!.end(input);
    });
  }

  async create(items: readonly object[]): Promise<void> {
    const list = { apiVersion: 'v1', kind: 'List', items };
    writeFileSync(join(this.#directory, 'list.json'), JSON.stringify(list));
    expect(await this.run('create --validate=false -f list.json')).not.toContain('rror');
  }
}

async function startCluster(): Promise<{ kubectl: Kubectl; kubelet: FakeKubelet; program: ProgramProcess }> {
  const directory = temporaryDirectory();
  const kubelet = await FakeKubelet.start();
  onTestFinished(() => kubelet.close());
  const client = makeSelfSigned({ names: ['apiserver'] });
  writeFileSync(join(directory, 'ca.crt'), kubelet.certificate);
  writeFileSync(join(directory, 'client.crt'), client.certificate);
  writeFileSync(join(directory, 'client.key'), client.key);
  const flags = ['certificate-authority=ca.crt', 'client-certificate=client.crt', 'client-key=client.key'];
  const program = new ProgramProcess(
    'main',
    ['--secure-port=0', ...flags.map((flag) => `--kubelet-${flag}`), '--kubelet-preferred-address-types=InternalIP'],
    directory,
  );
  await program.readyUrl();
  const kubectl = new Kubectl(directory);
  const status = {
    addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
    daemonEndpoints: { kubeletEndpoint: { Port: kubelet.port } },
  };
  const features = { declaredFeatures: ['ExtendWebSocketsToKubelet'] };
  const containers = [{ name: 'c', image: 'i', stdin: true }];
  const node = (name: string, reported: object) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    status: reported,
  });
  const pod = (name: string, nodeName: string) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { containers, nodeName },
  });
  await kubectl.create([
    ...[node('old', status), node('new', { ...status, ...features }), node('nowhere', {})],
    ...[pod('web', 'old'), pod('broken', 'old'), pod('new', 'new'), pod('lost', 'nowhere'), pod('endless', 'old')],
  ]);
  const running = JSON.stringify({ status: { phase: 'Running' } });
  await kubectl.run(`patch pod web --subresource=status --type=merge -p ${running}`);
  return { kubectl, kubelet, program };
}

describe.skipIf(!isInstalled)('kubectl, with a kubelet', () => {
  it('reads logs, runs commands, and speaks to ports', { timeout: 60_000 }, async () => {
    const { kubectl, kubelet, program } = await startCluster();

    // Logs.
    expect(await kubectl.run('logs web --tail=3 --timestamps --since=1m')).toBe(
      'received /containerLogs/default/web/c?sinceSeconds=60&tailLines=3&timestamps=true\n',
    );
    expect(kubelet.requested.at(-1)).toMatch(/CN=apiserver/);
    expect(await kubectl.run('logs web -f')).toBe('first\nsecond\n');
    expect(await kubectl.run('logs web --insecure-skip-tls-verify-backend')).toMatch(/^received/);
    expect(await kubectl.run('logs broken --tail=400')).toContain('Error from server (BadRequest): no log of broken');
    expect(await kubectl.run('logs broken --tail=404')).toContain('the server could not find the requested resource');
    expect(await kubectl.run('logs broken --tail=500')).toContain('Internal error occurred: no log of broken');
    expect(await kubectl.run('logs lost')).toContain('no preferred addresses found; known addresses: []');

    // Commands: translated, with SPDY throughout, with WebSockets throughout.
    const spdy = { KUBECTL_REMOTE_COMMAND_WEBSOCKETS: 'false' };
    for (const env of [{}, spdy]) {
      expect(await kubectl.run('exec web -- hello', { env })).toBe('hello\n');
      expect(await kubectl.run('exec -i web -- cat', { input: 'one\ntwo\n', env })).toBe('one\ntwo\n');
      expect(await kubectl.run('exec web -- exit 3', { env })).toBe(
        'ends with 3\ncommand terminated with exit code 3\nexit 3',
      );
      expect((await kubectl.run('exec web -- many 3000000', { env })).length).toBe(3_000_000);
      const large = 'x'.repeat(1_000_000);
      expect(await kubectl.run('exec -i web -- cat', { input: large, env })).toBe(large);
      expect(await kubectl.run('attach -i web', { input: 'three\n', env })).toContain('three\n');
      expect(await kubectl.run('exec web -- refuse', { env })).toContain('not here');
    }
    expect(await kubectl.run('exec web -- break')).toContain('unexpected EOF');
    expect(kubelet.requested.filter((requested) => / websocket /.test(requested))).toEqual([]);
    expect(await kubectl.run('exec -i new -- cat', { input: 'four\n' })).toBe('four\n');
    expect(kubelet.requested.at(-1)).toMatch(
      /^GET \/exec\/default\/new\/c\?command=cat&error=1&input=1&output=1 websocket/,
    );

    // Ports.
    for (const env of [{}, { KUBECTL_PORT_FORWARD_WEBSOCKETS: 'false' }]) {
      expect(await speakTo(kubectl, 'web', env)).toBe('8080 HELLO');
    }

    // A client that follows a log does not delay the shutdown.
    const following = spawn('kubectl', ['logs', '-f', 'endless'], { env: kubectl.environment() });
    const followed = once(following, 'exit');
    expect(await read(following.stdout)).toBe('first\n');
    expect((await program.end()).code).toBe(0);
    await followed;
  });
});

/** The response to `hello` at a port that kubectl forwards. */
async function speakTo(kubectl: Kubectl, pod: string, env: Record<string, string>): Promise<string> {
  const child = spawn('kubectl', ['port-forward', pod, ':8080'], { env: kubectl.environment(env) });
  try {
    let said = '';
    while (!said.includes('Forwarding from 127.0.0.1'))
      said += await Promise.race([read(child.stdout), read(child.stderr)]);
    const port = Number(/127\.0\.0\.1:(\d+)/.exec(said)?.[1]);
    const socket = connect(port, '127.0.0.1');
    socket.write('hello');
    return String(await read(socket));
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

async function read(stream: NodeJS.ReadableStream): Promise<string> {
  const [chunk] = await once(stream, 'data');
  return String(chunk);
}
