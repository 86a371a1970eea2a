// A server as a separate process, with a probe in it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../lib/app/main.js', import.meta.url));
const probe = new URL('probe.mjs', import.meta.url).href;
const token = 'soak';

/** `flags`: in addition to those of every server here; `parent`: where its directory is created. */
export async function startProbedServer({ flags = [], parent = tmpdir() } = {}) {
  const directory = mkdtempSync(join(parent, 'trestle-soak-'));
  const tokens = join(directory, 'tokens.csv');
  writeFileSync(tokens, `${token},admin,admin,"system:masters"\n`);
  const args = [
    ...['--expose-gc', '--import', probe, program],
    ...[`--data-dir=${join(directory, 'data')}`, `--token-auth-file=${tokens}`, '--secure-port=0', ...flags],
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  child.stderr.pipe(createWriteStream(join(directory, 'server.log')));
  const url = await printedUrl(child);
  return new ProbedServer(child, { url, directory });
}

export class ProbedServer {
  token = token;
  #child;
  #requests = 0;

  constructor(child, { url, directory }) {
    this.#child = child;
    this.url = url;
    this.directory = directory;
    this.pid = child.pid;
    this.exited = once(child, 'exit');
  }

  /** Undefined while the server runs; otherwise how it exited. */
  get end() {
    return this.#child.exitCode ?? this.#child.signalCode ?? undefined;
  }

  get log() {
    return readFileSync(join(this.directory, 'server.log'), 'utf8');
  }

  /** Live heap memory, after garbage collection. */
  memory() {
    return this.#ask({ question: 'memory' });
  }

  writeSnapshot(file) {
    return this.#ask({ question: 'snapshot', file });
  }

  async stop() {
    this.#child.kill('SIGKILL');
    await this.exited;
    rmSync(this.directory, { recursive: true, force: true });
  }

  async #ask(question) {
    const id = ++this.#requests;
    this.#child.send({ id, ...question });
    for (;;) {
      const [message] = await Promise.race([once(this.#child, 'message'), this.exited.then(() => [])]);
      if (!message) throw new Error(`the server has ended: ${this.log.slice(-2000)}`);
      if (message.id === id) return message.answer;
    }
  }
}

function printedUrl(child) {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const url = /https:\/\/[\w.]+:\d+/.exec(text)?.[0];
      if (url) resolve(url);
    });
    child.once('exit', () => reject(new Error(`the server did not start: ${text}`)));
  });
}

/** Anonymous resident memory of a process, in bytes; undefined without /proc. */
export function residentAnonymousBytes(pid) {
  return fromProc(() => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024);
}

export function openFiles(pid) {
  return fromProc(() => readdirSync(`/proc/${pid}/fd`).length);
}

/** The size of the store on disk; undefined if it is elsewhere. */
export function storeBytes({ directory }) {
  return fromProc(() => statSync(join(directory, 'data', 'store', 'data.mdb')).size);
}

function fromProc(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}
