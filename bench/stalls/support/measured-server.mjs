// A server under measurement: what a heavy request costs its other clients.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Etcd, program } from '../../../test/support/server-process.mjs';
import { apiServer, newDirectory, token } from '../../compare/support/servers.mjs';
import { ask, startChild } from '../../support/child-process.mjs';

const meterFile = fileURLToPath(new URL('stretch-meter.mjs', import.meta.url));

/** Trestle, with a meter in its process. */
export async function measuredTrestle() {
  const directory = newDirectory();
  const portFile = join(directory, 'meter');
  process.env.STRETCH_METER = portFile;
  const args = [`--import=${meterFile}`, program, `--data-dir=${join(directory, 'data')}`, '--max-requests-inflight=0'];
  const { server, port } = await apiServer(process.execPath, args, directory);
  if (!existsSync(portFile)) throw new Error('the meter did not start');
  return new MeasuredServer({ directory, port, processes: [server], meter: Number(readFileSync(portFile, 'utf8')) });
}

/** kube-apiserver on etcd; only the waits of its clients are measured. */
export async function measuredKubeApiServer(binary) {
  const directory = newDirectory();
  const etcd = await Etcd.start({ directory });
  const { server, port } = await apiServer(binary, [`--etcd-servers=${etcd.url}`], directory);
  return new MeasuredServer({ directory, port, processes: [server, etcd], meter: undefined });
}

class MeasuredServer {
  #directory;
  #processes;
  #meter;
  #session;
  #port;

  constructor({ directory, port, processes, meter }) {
    this.#directory = directory;
    this.#processes = processes;
    this.#meter = meter;
    this.#port = port;
    this.#session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false, maxSessionMemory: 1000 });
  }

  /** Sends a request, and discards the response. */
  async send({ isRepeated = false, ...request }) {
    for (;;) {
      try {
        return await this.#exchange(request);
      } catch (error) {
        if (!isRepeated) throw error;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  #exchange({ method = 'GET', path, headers = {}, body, type = 'application/json', until }) {
    return new Promise((resolve, reject) => {
      const stream = this.#session.request({
        ':method': method,
        ':path': path,
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': type }),
        ...headers,
      });
      let status = 0;
      let last = '';
      const chunks = [];
      stream.on('response', (received) => {
        status = received[':status'];
      });
      stream.on('data', (chunk) => {
        if (status >= 300) chunks.push(chunk);
        if (!until) return;
        last = (last + chunk.toString('latin1')).slice(-2000);
        if (last.includes(until)) stream.close();
      });
      stream.on('error', reject);
      stream.on('close', () => {
        const said = Buffer.concat(chunks).toString();
        if (status < 300) resolve();
        else reject(new Error(`${method} ${path}: ${status} ${said.slice(0, 500)}`));
      });
      stream.end(body);
    });
  }

  /** The longest wait of a concurrent GET and, in our process, the longest synchronous stretch, in milliseconds. */
  async measure(requests) {
    const path = '/api/v1/namespaces/default';
    const prober = await startChild(new URL('prober.mjs', import.meta.url), this.#port, path, this.#processes[0].pid);
    await ask(prober, { probing: true });
    const meter = this.#meter === undefined ? undefined : await MeterClient.start(this.#meter);
    const begin = performance.now();
    for (const request of requests) await this.send(request);
    const milliseconds = performance.now() - begin;
    const stretch = await meter?.stop();
    const { longest } = await ask(prober, { probing: false });
    prober.disconnect();
    return { wait: longest, stretch, milliseconds };
  }

  async stop() {
    this.#session.destroy();
    for (const child of this.#processes) await child.kill();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

class MeterClient {
  #socket;

  static async start(port) {
    const client = new MeterClient();
    client.#socket = connect(port, '127.0.0.1');
    await client.#exchange('start');
    return client;
  }

  async stop() {
    const longest = Number(await this.#exchange('stop'));
    this.#socket.destroy();
    return longest;
  }

  #exchange(line) {
    return new Promise((resolve, reject) => {
      this.#socket.once('data', (data) => resolve(String(data)));
      this.#socket.once('error', reject);
      this.#socket.write(`${line}\n`);
    });
  }
}
