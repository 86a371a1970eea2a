// A client of the soak: HTTP/2 and HTTP/1.1 connections that come and go, like those of controllers and of kubectl.
import { connect } from 'node:http2';
import { request } from 'node:https';

const requestsPerSession = 20_000;
const sessions = 4;
const timeoutMilliseconds = 30_000;

export class Client {
  #url;
  #token;
  #sessions = [];
  #next = 0;

  constructor({ url, token }) {
    this.#url = url;
    this.#token = token;
  }

  /** Resolves with status and body, whatever the status. Requests that the server has not started are retried. */
  async send(method, path, { body, type = 'application/json', token = this.#token, headers } = {}) {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const all = {
      authorization: `Bearer ${token}`,
      ...(text !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
      ...headers,
    };
    if (this.#next++ % 50 === 0) return this.#sendHttp1(method, path, { text, headers: all });
    return unlessRefused(() => this.#sendHttp2(method, path, { text, headers: all }));
  }

  /** Opens a watch: resolves with a function that ends it, once the response has started. */
  watch(path) {
    return unlessRefused(() => this.#openWatch(path));
  }

  close() {
    for (const { session } of this.#sessions) session.destroy();
  }

  #openWatch(path) {
    return new Promise((resolve, reject) => {
      const stream = this.#session().request({ ':path': path, authorization: `Bearer ${this.#token}` });
      stream.on('response', ({ ':status': status }) => {
        if (status !== 200) reject(new Error(`watch ${path}: ${status}`));
        let events = 0;
        stream.on('data', (chunk) => {
          for (const byte of chunk) if (byte === 10) events++;
        });
        resolve(() => {
          stream.close();
          return events;
        });
      });
      stream.on('error', reject);
    });
  }

  #sendHttp2(method, path, { text, headers }) {
    return new Promise((resolve, reject) => {
      const stream = this.#session().request({ ':method': method, ':path': path, ...headers });
      stream.setTimeout(timeoutMilliseconds, () => reject(new Error(`${method} ${path}: no answer`)));
      let status;
      const chunks = [];
      stream.on('response', (answered) => {
        status = answered[':status'];
      });
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => resolve({ status, text: Buffer.concat(chunks).toString() }));
      stream.on('error', reject);
      stream.end(text);
    });
  }

  #sendHttp1(method, path, { text, headers }) {
    // Each on a new connection, like kubectl.
    return new Promise((resolve, reject) => {
      const sent = request(
        new URL(path, this.#url),
        { method, headers, agent: false, rejectUnauthorized: false },
        (response) => {
          const chunks = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('end', () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }));
          response.on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(text);
    });
  }

  #session() {
    const index = this.#next % sessions;
    const kept = this.#sessions[index];
    if (kept && kept.left-- > 0 && !kept.session.closed && !kept.session.destroyed) return kept.session;
    kept?.session.close();
    const session = connect(this.#url, { rejectUnauthorized: false });
    session.on('error', () => undefined);
    this.#sessions[index] = { session, left: requestsPerSession };
    return session;
  }
}

/** A session that is being replaced refuses requests that it has not sent yet. */
async function unlessRefused(attempt) {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!error.message.includes('NGHTTP2_REFUSED_STREAM')) throw error;
    }
  }
}
