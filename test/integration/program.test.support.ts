import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { generateKeyPair, privateKeyPem } from '../../src/server/http/index.js';

/** A program of the package, or the file of another one. */
export type Program = 'main' | 'kube-apiserver' | URL;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProcessOptions {
  /** Arguments of Node.js itself. */
  readonly nodeArguments?: readonly string[];
  /** The maximum file size, to simulate a full disk. */
  readonly fileSizeBytes?: number;
}

/** A program of this package as a process; ended with the test if it is still running. */
export class ProgramProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #stdout = '';
  #stderr = '';
  #seen = 0;

  constructor(
    program: Program,
    args: readonly string[],
    directory: string,
    { nodeArguments = [], fileSizeBytes }: ProcessOptions = {},
  ) {
    const file = fileURLToPath(
      program instanceof URL ? program : new URL(`../../lib/app/${program}.js`, import.meta.url),
    );
    const command = [process.execPath, ...nodeArguments, file, ...args];
    // In the units of a POSIX shell.
    const limited = ['sh', '-c', `ulimit -f ${(fileSizeBytes ?? 0) / 512}; exec "$0" "$@"`, ...command];
    const [executable = '', ...rest] = fileSizeBytes === undefined ? command : limited;
    this.#child = spawn(executable, rest, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child.stdout!.on('data', (chunk) => {
      this.#stdout += chunk;
    });
    this.#child.stderr!.on('data', (chunk) => {
      this.#stderr += chunk;
    });
    this.#ended = once(this.#child, 'close');
    onTestFinished(async () => {
      this.#child.kill('SIGKILL');
      await this.#ended;
    });
  }

  /** The URL that the server prints. */
  async url(): Promise<string> {
    return (await this.printed(/https:\/\/[^\s/]+:\d+/)).replace(/\.$/, '');
  }

  /** The first text that the program prints and that matches. */
  async printed(pattern: RegExp): Promise<string> {
    for (;;) {
      const text = pattern.exec(this.#stdout + this.#stderr)?.[0];
      if (text) return text;
      const { exitCode, signalCode } = this.#child;
      if (exitCode !== null || signalCode !== null) throw new Error(`the program ended: ${this.#stderr}`);
      await Promise.race([once(this.#child.stdout!, 'data'), once(this.#child.stderr!, 'data'), this.#ended]);
    }
  }

  /** The same, once the server is ready. */
  async readyUrl(): Promise<string> {
    const url = await this.url();
    while ((await call(`${url}/readyz`)).status !== 200) await new Promise(setImmediate);
    return url;
  }

  /** Resolves with the next match in what the program logs, after those of earlier calls. */
  async logged(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.#stderr.slice(this.#seen));
      if (match) {
        this.#seen += match.index + match[0].length;
        return match;
      }
      const { exitCode, signalCode } = this.#child;
      if (exitCode !== null || signalCode !== null) throw new Error(`the program ended: ${this.#stderr}`);
      await Promise.race([once(this.#child.stderr!, 'data'), this.#ended]);
    }
  }

  get pid(): number {
    return this.#child.pid!;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    this.#child.kill(signal);
    return this.ended();
  }

  async ended(): Promise<Ended> {
    await this.#ended;
    return { code: this.#child.exitCode, stdout: this.#stdout, stderr: this.#stderr };
  }
}

export interface TestResponse {
  readonly status: number;
  readonly body: string;
}

export interface Call {
  readonly method?: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly ca?: Buffer;
  readonly cert?: Buffer | string;
  readonly key?: Buffer | string;
}

/** One request on a new connection. Without a CA, the server's certificate is not verified. */
export function call(url: string, { method = 'GET', token, body, headers, ...tls }: Call = {}): Promise<TestResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        agent: false,
        rejectUnauthorized: tls.ca !== undefined,
        ...tls,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode!, body: text }));
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** A key for service account tokens, as `sa.key`. */
export function writeSigningKey(directory: string): void {
  writeFileSync(join(directory, 'sa.key'), privateKeyPem(generateKeyPair()));
}

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'trestle-program-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
