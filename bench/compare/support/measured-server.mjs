// A server under comparison with a load generator of its own.
import { ask, startChild } from '../../support/child-process.mjs';
import { token } from './servers.mjs';

export class MeasuredServer {
  #server;
  #load;
  #prepared = new Set();

  static async start(startServer) {
    const measured = new MeasuredServer();
    measured.#server = await startServer();
    measured.#load = await startChild(new URL('./load-process.mjs', import.meta.url));
    return measured;
  }

  get residentMegabytes() {
    return this.#server.residentMegabytes();
  }

  get residentFileMegabytes() {
    return this.#server.residentFileMegabytes();
  }

  /** Prepares what several rows need, once. */
  async once(what, prepare) {
    if (this.#prepared.has(what)) return;
    this.#prepared.add(what);
    await prepare();
  }

  /** A piece of work of the load generator; see load-process.mjs. */
  async load(name, options = {}) {
    const answer = await ask(this.#load, { [name]: { port: this.#server.port, token, ...options } });
    if (answer.error) throw new Error(answer.error);
    return answer;
  }

  run(request) {
    return this.load('run', request);
  }

  async send(request) {
    return this.run({ ...request, count: 1, inFlight: 1 });
  }

  /** What `work` returns, and the CPU that the server took meanwhile, in microseconds. */
  async withCpu(work) {
    const before = this.#server.cpuMicroseconds();
    const result = await work();
    return { result, cpu: this.#server.cpuMicroseconds() - before };
  }

  /** CPU of a request in microseconds, and requests per second, after the same work to warm up. */
  async cpuOfRequests(request) {
    await this.run({ ...request, milliseconds: request.warmMilliseconds ?? request.milliseconds });
    const { result, cpu } = await this.withCpu(() => this.run(request));
    return { cpu: cpu / result.requests, rate: result.requests / result.seconds };
  }

  async stop() {
    this.#load.kill();
    await this.#server.stop();
  }
}
