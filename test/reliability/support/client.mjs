// A client that reports the exact outcome of a request: answered, unknown, or not sent.
import { Agent, request } from 'node:https';
import { token as adminToken } from '../../../bench/compare/support/servers.mjs';

/** The request was sent, but its outcome is unknown: the connection broke, or it took too long. */
export class OutcomeUnknownError extends Error {}

/** No connection was established, so nothing was sent. */
export class NotSentError extends OutcomeUnknownError {}

export class Client {
  #options;
  #agent;

  /** `port` may be a function: a restarted server may have another one. */
  constructor({ port, token = adminToken, maxSockets = 512, headers = {}, tls = {}, timeoutMilliseconds = 60_000 }) {
    this.#options = { port, token, headers, tls, timeoutMilliseconds };
    this.#agent = new Agent({ keepAlive: true, maxSockets, rejectUnauthorized: false, ...tls });
  }

  get = (path, options) => this.send('GET', path, options);
  post = (path, body, options) => this.send('POST', path, { ...options, body });
  put = (path, body, options) => this.send('PUT', path, { ...options, body });
  delete = (path, body, options) => this.send('DELETE', path, { ...options, body });

  patch(path, body, options) {
    const headers = { 'content-type': 'application/merge-patch+json', ...options?.headers };
    return this.send('PATCH', path, { ...options, headers, body });
  }

  /** The response's status, headers, text and, for JSON, document; whatever the status is. */
  send(method, path, { body, headers, timeoutMilliseconds = this.#options.timeoutMilliseconds, signal } = {}) {
    return new Promise((resolve, reject) => {
      const { payload, sent } = this.#prepare(method, path, { body, headers, signal });
      let connected = false;
      const timer = setTimeout(() => sent.destroy(new Error('timeout')), timeoutMilliseconds);
      const lost = (error) => {
        clearTimeout(timer);
        const Kind = connected || error.message === 'timeout' ? OutcomeUnknownError : NotSentError;
        reject(new Kind(`${method} ${path}: ${error.message}`));
      };
      sent.on('socket', (socket) => {
        connected = sent.reusedSocket;
        if (connected) return;
        socket.once('secureConnect', () => {
          connected = true;
        });
      });
      sent.on('error', lost);
      sent.on('response', (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', lost);
        response.on('aborted', () => lost(new Error('cut off')));
        response.on('end', () => {
          clearTimeout(timer);
          resolve(answerOf(response, Buffer.concat(chunks)));
        });
      });
      sent.end(payload);
    });
  }

  /** An open response: `{ status, response }`; for watches and slow readers. */
  open(path, { method = 'GET', headers, body, signal } = {}) {
    return new Promise((resolve, reject) => {
      const { payload, sent } = this.#prepare(method, path, { body, headers, signal, agent: false });
      sent.on('error', reject);
      sent.on('response', (response) => resolve({ status: response.statusCode, response, request: sent }));
      sent.end(payload);
    });
  }

  close() {
    this.#agent.destroy();
  }

  #prepare(method, path, { body, headers, signal, agent = this.#agent }) {
    const { port, token, headers: always, tls } = this.#options;
    const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const sent = request({
      host: '127.0.0.1',
      port: typeof port === 'function' ? port() : port,
      method,
      path,
      agent,
      signal,
      rejectUnauthorized: false,
      ...tls,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(payload !== undefined &&
          !headers?.['transfer-encoding'] && { 'content-length': Buffer.byteLength(payload) }),
        ...always,
        ...headers,
      },
    });
    return { payload, sent };
  }
}

function answerOf({ statusCode, headers }, bytes) {
  const text = bytes.toString('utf8');
  const isJson = headers['content-type']?.startsWith('application/json');
  return { status: statusCode, headers, text, document: isJson && text !== '' ? JSON.parse(text) : undefined };
}

/** Returns the response if its status is one of these; otherwise throws with the server's message. */
export function expectStatus(answer, ...statuses) {
  if (statuses.includes(answer.status)) return answer;
  const problem = `expected ${statuses.join(' or ')}, not ${answer.status}: ${answer.text.slice(0, 500)}`;
  throw Object.assign(new Error(problem), { status: answer.status });
}
