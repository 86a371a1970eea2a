import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nextIteration, sleep, systemClock } from '../../../apimachinery/clock/index.js';
import { freePorts } from '../../../apimachinery/free-ports.test.support.js';
import { EtcdStorage } from '../etcd-storage.js';
import type { TestCertificates } from './certificates.js';

const command = 'etcd';
const readyMilliseconds = 20_000;
const roomBytes = 2 ** 32;

/**
 * Whether tests with a real etcd can run here. In CI they must: it throws there if etcd is missing.
 * `describe.skipIf(!etcdIsInstalled())`.
 */
export function etcdIsInstalled(): boolean {
  const isThere = spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
  if (isThere) return true;
  if (process.env['CI']) throw new Error('etcd is not on PATH, and in CI its tests may not be left out');
  console.warn('etcd is not on PATH: its tests are left out');
  return false;
}

export interface MemberOptions {
  readonly name: string;
  readonly dataDirectory: string;
  readonly clientUrl: string;
  readonly flags: readonly string[];
}

/** One etcd process that can be killed, and restarted on the same data and port. */
export class EtcdMember {
  readonly clientUrl: string;
  readonly #options: MemberOptions;
  /** Kills etcd if a failing test did not stop it. */
  readonly #killAtExit = () => this.#process?.kill('SIGKILL');
  #process: ChildProcess | undefined;
  #output = '';

  constructor(options: MemberOptions) {
    this.#options = options;
    this.clientUrl = options.clientUrl;
  }

  /** Starts the process; see `waitUntilReady`. */
  start(): void {
    const { name, dataDirectory, clientUrl, flags } = this.#options;
    const urls = ['--listen-client-urls', clientUrl, '--advertise-client-urls', clientUrl];
    const child = spawn(command, ['--name', name, '--data-dir', dataDirectory, ...urls, ...flags], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-4000);
    });
    this.#process = child;
    process.once('exit', this.#killAtExit);
  }

  /** Resolves when the process has exited. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    process.off('exit', this.#killAtExit);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Suspends the process: connections stay open, but get no responses. Resolves when every thread has stopped. */
  async freeze(): Promise<void> {
    const { pid } = this.#process!;
    this.#process!.kill('SIGSTOP');
    // Without /proc, the signal is assumed to act immediately.
    while (existsSync('/proc/self/task') && !threadsOf(pid!).every(isStopped)) await nextIteration(systemClock);
  }

  thaw(): void {
    this.#process?.kill('SIGCONT');
  }

  throwIfExited(): void {
    if (this.#process?.exitCode != null)
      throw new Error(`etcd exited with ${this.#process.exitCode}:\n${this.#output}`);
  }

  get output(): string {
    return this.#output;
  }
}

/** Resolves when the members complete a linearizable read; `open` connects to them. */
export async function waitUntilReady(
  members: readonly EtcdMember[],
  open: (endpoints: string[]) => Promise<EtcdStorage>,
): Promise<void> {
  const storage = await open(members.map(({ clientUrl }) => clientUrl));
  const deadline = systemClock.monotonic() + readyMilliseconds;
  try {
    for (;;) {
      for (const member of members) member.throwIfExited();
      try {
        return await storage.health(1000);
      } catch (error) {
        const outputs = members.map(({ output }) => output).join('\n');
        if (systemClock.monotonic() > deadline) throw new Error(`etcd does not start: ${String(error)}\n${outputs}`);
        await sleep(systemClock, 20);
      }
    }
  } finally {
    await storage.close();
  }
}

interface TestEtcdOptions {
  readonly flags?: readonly string[];
  /** Clients must present a certificate of the same CA. */
  readonly tls?: TestCertificates;
}

/** A single etcd on loopback with its own data. */
export class TestEtcd {
  readonly member: EtcdMember;
  readonly #directory: string;
  readonly #tls: TestCertificates | undefined;

  private constructor(options: { directory: string; member: EtcdMember; tls: TestCertificates | undefined }) {
    this.#directory = options.directory;
    this.member = options.member;
    this.#tls = options.tls;
  }

  static async start(options: TestEtcdOptions = {}): Promise<TestEtcd> {
    const [clientPort, peerPort] = await freePorts(2);
    const directory = await scratchDirectory();
    const peerUrl = `http://127.0.0.1:${peerPort}`;
    const peerFlags = ['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl];
    const member = new EtcdMember({
      name: 'single',
      dataDirectory: join(directory, 'single'),
      clientUrl: `${options.tls ? 'https' : 'http'}://127.0.0.1:${clientPort}`,
      flags: [
        ...peerFlags,
        ...['--initial-cluster', `single=${peerUrl}`],
        ...(options.tls ? tlsFlags(options.tls) : []),
        ...(options.flags ?? []),
      ],
    });
    const etcd = new TestEtcd({ directory, member, tls: options.tls });
    await etcd.restart();
    return etcd;
  }

  get endpoint(): string {
    return this.member.clientUrl;
  }

  /** Kills the process if it is running, and waits until a new one responds on the same data. */
  async restart(): Promise<void> {
    await this.member.kill();
    this.member.start();
    await waitUntilReady([this.member], (endpoints) => EtcdStorage.open({ endpoints, ...this.#tls?.client }));
  }

  async stop(): Promise<void> {
    await this.member.kill();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

function tlsFlags({ server }: TestCertificates): string[] {
  const { caFile, certFile, keyFile } = server;
  return ['--client-cert-auth', '--trusted-ca-file', caFile, '--cert-file', certFile, '--key-file', keyFile];
}

/** In memory if possible: etcd syncs after every write, and tests do not need to survive a power loss. */
export async function scratchDirectory(): Promise<string> {
  const space = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }));
  const parent = space.bavail * space.bsize >= roomBytes ? '/dev/shm' : tmpdir();
  return mkdtemp(join(parent, 'etcd-test-'));
}

function threadsOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/stat`);
}

/** The state is the letter after the name, which is in parentheses. */
function isStopped(statFile: string): boolean {
  const text = readFileSync(statFile, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).startsWith('T');
}
