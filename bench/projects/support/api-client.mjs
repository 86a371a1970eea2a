import { Agent, request } from 'node:https';
import { token } from '../../compare/support/servers.mjs';

/** Requests as an administrator; the port of a server changes when it is restarted. */
export class ApiClient {
  #port;
  #agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

  constructor(port) {
    this.#port = port;
  }

  get(path) {
    return this.#send('GET', path);
  }

  post(path, object) {
    return this.#send('POST', path, JSON.stringify(object));
  }

  close() {
    this.#agent.destroy();
  }

  #send(method, path, body) {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    return new Promise((resolve, reject) => {
      const sent = request({ port: this.#port(), path, method, agent: this.#agent, headers }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}
