// Follows vendor/sigs.k8s.io/apiserver-network-proxy/konnectivity-client/pkg/client/client.go (v1.36)
// Follows vendor/sigs.k8s.io/apiserver-network-proxy/konnectivity-client/proto/client/client.pb.go (v1.36)

import type { ClientHttp2Stream } from 'node:http2';
import { Duplex } from 'node:stream';
import type { DialAddress } from '../../apimachinery/dial/index.js';
import { framed, GrpcConnection, MessageFields, MessageWriter, splitFrames } from '../../apimachinery/grpc/index.js';
import { joinHostPort } from '../proxy/index.js';

const method = '/ProxyService/Proxy';
const packetType = {
  dialRequest: 0,
  dialResponse: 1,
  closeRequest: 2,
  closeResponse: 3,
  data: 4,
  closeDial: 5,
} as const;
const timeoutMilliseconds = 30_000;

/** Has a konnectivity server connect to an address. Each connection has a stream of its own. */
export function dialTunnel(socket: string, address: DialAddress, random: number): Promise<Duplex> {
  const connection = new GrpcConnection({ endpoint: `unix:${socket}`, timeoutMilliseconds });
  return connection.request(method).then((stream) => new Tunnel(connection, stream).dial(address, random));
}

/** A connection through a konnectivity server. */
class Tunnel extends Duplex {
  readonly #connection: GrpcConnection;
  readonly #stream: ClientHttp2Stream;
  #connectId = 0;
  #dialed: ((error?: Error) => void) | undefined;

  constructor(connection: GrpcConnection, stream: ClientHttp2Stream) {
    super();
    this.#connection = connection;
    this.#stream = stream;
    const onMessage = (message: Buffer): void => this.#received(new MessageFields(message));
    stream.on('data', splitFrames(onMessage));
    stream.on('error', (error) => this.#ended(error));
    stream.on('close', () => this.#ended(new Error('the tunnel was closed')));
  }

  dial({ host, port }: DialAddress, random: number): Promise<this> {
    return new Promise((resolve, reject) => {
      this.#dialed = (error) => {
        this.#dialed = undefined;
        if (!error) return resolve(this);
        this.destroy();
        return reject(error);
      };
      const request = new MessageWriter().text(1, 'tcp').text(2, joinHostPort(host, port)).number(3, random);
      this.#send(new MessageWriter().number(1, packetType.dialRequest).message(2, request));
    });
  }

  // What agents of HTTP call on sockets; the connection to the proxy is on this machine.

  readonly setKeepAlive = (): this => this;
  readonly setNoDelay = (): this => this;
  readonly setTimeout = (): this => this;
  readonly ref = (): this => this;
  readonly unref = (): this => this;

  override _read(): void {
    this.#stream.resume();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    const data = new MessageWriter().number(1, this.#connectId).bytes(3, chunk);
    this.#send(new MessageWriter().number(1, packetType.data).message(4, data), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    const close = new MessageWriter().number(1, this.#connectId);
    this.#send(new MessageWriter().number(1, packetType.closeRequest).message(5, close), done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#stream.close();
    this.#connection.close();
    done(error);
  }

  #received(packet: MessageFields): void {
    switch (packet.number(1)) {
      case packetType.dialResponse:
        this.#dialResponded(packet.messages(3)[0] ?? new MessageFields(Buffer.alloc(0)));
        return;
      case packetType.data:
        if (!this.push(packet.messages(4)[0]?.bytes(3))) this.#stream.pause();
        return;
      case packetType.closeRequest:
      case packetType.closeResponse:
        this.push(null);
        return;
      case packetType.closeDial:
        this.#dialed?.(new Error('dial closed'));
        return;
      default:
    }
  }

  #dialResponded(response: MessageFields): void {
    const problem = response.text(1);
    this.#connectId = response.number(2);
    this.#dialed?.(problem === '' ? undefined : new Error(problem));
  }

  #ended(error: Error): void {
    if (this.#dialed) this.#dialed(error);
    else if (!this.destroyed) this.push(null);
  }

  #send(packet: MessageWriter, done?: (error?: Error | null) => void): void {
    this.#stream.write(framed(packet.finish()), done);
  }
}
