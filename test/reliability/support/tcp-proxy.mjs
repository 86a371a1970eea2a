// A proxy between a server and etcd that can cut or suspend connections.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

export class TcpProxy {
  #server;
  #pairs = new Set();
  #mode = 'open';
  #target;

  constructor(target) {
    this.#target = target;
    this.#server = createServer({ pauseOnConnect: true }, (client) => this.#accept(client));
  }

  static async start(targetPort) {
    const proxy = new TcpProxy(targetPort);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port() {
    return this.#server.address().port;
  }

  /** Resets every connection, and each new one as well, until `heal`. */
  cut() {
    this.#mode = 'cut';
    for (const pair of this.#pairs) pair.reset();
  }

  /** Connections stay open, but nothing passes until `heal`: like a network that drops packets. */
  hold() {
    this.#mode = 'held';
    for (const pair of this.#pairs) pair.pause();
  }

  /** Requests arrive, but their responses do not: then the connections break. */
  dropAnswers() {
    this.#mode = 'deaf';
    for (const pair of this.#pairs) pair.pauseAnswers();
  }

  heal() {
    const wasDeaf = this.#mode === 'deaf';
    this.#mode = 'open';
    for (const pair of this.#pairs) {
      if (wasDeaf) pair.reset();
      else pair.resume();
    }
  }

  async close() {
    for (const pair of this.#pairs) pair.reset();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #accept(client) {
    if (this.#mode === 'cut') {
      client.on('error', ignore);
      client.resetAndDestroy();
      return;
    }
    const pair = new Pair(client, connect({ host: '127.0.0.1', port: this.#target, noDelay: true }));
    this.#pairs.add(pair);
    pair.onEnd(() => this.#pairs.delete(pair));
    if (this.#mode === 'held') pair.pause();
    else if (this.#mode === 'deaf') pair.pauseAnswers();
  }
}

class Pair {
  #client;
  #upstream;

  constructor(client, upstream) {
    this.#client = client;
    this.#upstream = upstream;
    client.setNoDelay(true);
    client.on('data', (chunk) => upstream.write(chunk));
    upstream.on('data', (chunk) => client.write(chunk));
    client.resume();
    for (const socket of [client, upstream]) {
      socket.on('error', ignore);
      socket.on('close', () => this.reset());
    }
  }

  onEnd(callback) {
    this.#client.once('close', callback);
  }

  pause() {
    this.#client.pause();
    this.#upstream.pause();
  }

  pauseAnswers() {
    this.#upstream.pause();
  }

  resume() {
    this.#client.resume();
    this.#upstream.resume();
  }

  reset() {
    for (const socket of [this.#client, this.#upstream]) if (!socket.destroyed) socket.resetAndDestroy();
  }
}

function ignore() {}
