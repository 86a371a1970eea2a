import { once } from 'node:events';
import { request } from 'node:https';
import type { Duplex } from 'node:stream';

/** Requests a WebSocket of a server on the loopback interface. */
export async function connectWebSocket(port: number, path: string, headers: Record<string, string> = {}) {
  const client = request({
    host: '127.0.0.1',
    port,
    path,
    rejectUnauthorized: false,
    headers: {
      connection: 'keep-alive, Upgrade',
      upgrade: 'websocket',
      origin: 'https://127.0.0.1',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    },
  });
  client.end();
  const result = await Promise.race([
    once(client, 'upgrade') as Promise<[{ headers: Record<string, string> }, Duplex, Buffer]>,
    once(client, 'response') as Promise<[{ statusCode: number; headers: Record<string, string>; resume(): void }]>,
  ]);
  return result;
}

/** A minimal client: supports only short frames, as the server sends them. */
export class Frames {
  readonly #socket: Duplex;
  #buffered: Buffer;

  constructor(socket: Duplex, head: Buffer) {
    this.#socket = socket;
    this.#buffered = head;
  }

  async next(): Promise<{ opcode: number; payload: Buffer }> {
    for (;;) {
      const [first, second] = this.#buffered;
      const isLong = second === 126;
      const begin = isLong ? 4 : 2;
      const length = isLong && this.#buffered.length >= 4 ? this.#buffered.readUInt16BE(2) : (second ?? 0);
      if (this.#buffered.length >= 2 && this.#buffered.length >= begin + length) {
        const payload = this.#buffered.subarray(begin, begin + length);
        this.#buffered = this.#buffered.subarray(begin + length);
        return { opcode: first! & 0x0f, payload };
      }
      const [chunk] = (await once(this.#socket, 'data')) as [Buffer];
      this.#buffered = Buffer.concat([this.#buffered, chunk]);
    }
  }

  send(opcode: number, payload: string): void {
    this.#socket.write(
      Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), Buffer.from(payload)]),
    );
  }
}
