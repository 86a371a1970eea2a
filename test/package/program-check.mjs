import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';

const limitMilliseconds = 60_000;

/** Starts the program, creates an object as its administrator, ends it, and finds the object after another start. */
export class ProgramCheck {
  #options;

  constructor(options) {
    this.#options = options;
  }

  async run() {
    rmSync(join(this.#options.directory, '.trestle'), { recursive: true, force: true });
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kept' } });
    await this.#whileRunning((url, keys) =>
      call(`${url}/api/v1/namespaces/default/configmaps`, { ...keys, body }, 201),
    );
    await this.#whileRunning((url, keys) => call(`${url}/api/v1/namespaces/default/configmaps/kept`, keys, 200));
  }

  async #whileRunning(use) {
    const { program, args, directory, env = process.env } = this.#options;
    const child = spawn(program, args, { cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const ended = once(child, 'close');
    const greeted = new Promise((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          output += chunk;
          if (output.includes('Ctrl-C ends it')) resolve();
        });
      }
      child.on('error', reject);
      child.on('close', () => reject(new Error('it ended before it was ready')));
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMilliseconds);
    try {
      await greeted;
      const file = (name) => readFileSync(join(directory, '.trestle/pki', name));
      const url = /https:\/\/[^\s/]+:\d+/.exec(output)[0];
      await use(url, { ca: file('ca.crt'), cert: file('admin.crt'), key: file('admin.key') });
      child.kill('SIGTERM');
      const [code] = await ended;
      // Windows has no signals: a process is ended there, without a code of its own.
      if (code !== 0 && process.platform !== 'win32') throw new Error(`it ended with ${code}`);
    } catch (error) {
      throw new Error(`${error.message}\n${output.slice(0, 3000)}`);
    } finally {
      clearTimeout(timer);
      child.kill('SIGKILL');
      await ended;
    }
    if (!existsSync(join(directory, '.trestle/store'))) throw new Error('there is no store');
  }
}

function call(url, { body, ...keys }, expected) {
  return new Promise((resolve, reject) => {
    const headers = body ? { 'content-type': 'application/json' } : {};
    const sent = request(url, { method: body ? 'POST' : 'GET', agent: false, headers, ...keys }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === expected ? resolve() : reject(new Error(`${url} responds with ${response.statusCode}`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
