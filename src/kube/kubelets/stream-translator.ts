// Follows staging/src/k8s.io/apiserver/pkg/util/proxy/streamtranslator.go (v1.36)

import { IncomingMessage } from 'node:http';
import { type ApiRequest, type ApiResponse, takenOver, WebSocket } from '../../server/http/index.js';
import { joinHostPort, networkErrorText, type UpgradedBackend } from '../../server/proxy/index.js';
import type { Kubelet } from './kubelets.js';
import { failure, remoteFailure } from './remote-status.js';
import { SpdyConnection } from './spdy/spdy-connection.js';
import type { SpdyStream } from './spdy/spdy-stream.js';
import { refusalText } from './upgrade-refusal.js';

/** The streams that a client requests. */
export interface StreamOptions {
  readonly stdin?: boolean;
  readonly stdout?: boolean;
  readonly stderr?: boolean;
  readonly tty?: boolean;
}

export interface StreamDestination {
  readonly kubelet: Kubelet;
  /** Path and query. */
  readonly target: string;
}

/** The WebSocket subprotocol that supports closing a single stream. */
export const translatedProtocol = 'v5.channel.k8s.io';
const spdyProtocols = [5, 4, 3, 2].map((version) => `v${version}.channel.k8s.io`).concat('channel.k8s.io');
/** Protocols that report the exit status as a Status object, not as text. */
const statusProtocols: ReadonlySet<string> = new Set(spdyProtocols.slice(0, 2));

/** Channel number in the first byte of a message; `closeSignal` closes a channel. */
const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4 } as const;
const closeSignal = 255;
const maxMessageBytes = 32 * 1024 * 1024;

/** Translates between the client's WebSocket and a kubelet that supports SPDY only. */
export function translateStreams(
  request: ApiRequest,
  destination: StreamDestination,
  options: StreamOptions,
): ApiResponse {
  const translator = new StreamTranslator(request, options);
  void translator.run(destination);
  return takenOver;
}

class StreamTranslator {
  readonly #socket: WebSocket;
  readonly #options: StreamOptions;
  #connection: SpdyConnection | undefined;
  #stdin: SpdyStream | undefined;
  #resize: SpdyStream | undefined;
  /** Messages received before the kubelet is connected. */
  #early: Buffer[] | undefined = [];

  constructor(request: ApiRequest, options: StreamOptions) {
    this.#options = options;
    this.#socket = WebSocket.accept(request, {
      protocol: translatedProtocol,
      maxMessageBytes,
      onMessage: (message) => this.#receive(message),
    });
    this.#socket.closed.addEventListener('abort', () => this.#connection?.close(), { once: true });
    // An empty message on the first output channel signals that the connection is established.
    const { stdout, stderr } = options;
    this.#send((stdout && channels.stdout) || (stderr && channels.stderr) || channels.error, Buffer.alloc(0));
  }

  async run(destination: StreamDestination): Promise<void> {
    let status: object;
    try {
      status = await this.#join(destination);
    } catch (error) {
      status = failure((error as Error).message);
    }
    this.#send(channels.error, Buffer.from(JSON.stringify(status)));
    this.#connection?.close();
    this.#socket.close();
  }

  /** Resolves to the exit status. */
  async #join(destination: StreamDestination): Promise<object> {
    const { upgraded, isStatus } = await dial(destination, this.#socket.closed);
    const connection = new SpdyConnection(upgraded.socket, upgraded.head);
    this.#connection = connection;
    const { stdin, stdout, stderr, tty } = this.#options;
    const reported: Buffer[] = [];
    const open = (streamType: string, onData: (chunk: Buffer) => void = () => {}): Promise<SpdyStream> =>
      connection.createStream({ streamtype: streamType }, onData);
    const error = await open('error', (chunk) => void reported.push(chunk));
    if (stdin) this.#stdin = await open('stdin');
    const outputs: SpdyStream[] = [];
    if (stdout) outputs.push(await open('stdout', (chunk) => this.#forward(channels.stdout, chunk)));
    if (stderr && !tty) outputs.push(await open('stderr', (chunk) => this.#forward(channels.stderr, chunk)));
    if (tty) this.#resize = await open('resize');
    this.#deliverEarly();
    await Promise.all([...outputs.map(({ ended }) => ended), error.ended]);
    const message = Buffer.concat(reported).toString();
    return message === '' ? { metadata: {}, status: 'Success' } : remoteFailure(message, isStatus);
  }

  #send(channel: number, data: Buffer): boolean {
    return this.#socket.send(Buffer.concat([Buffer.from([channel]), data]), 'binary');
  }

  /** Applies backpressure from the client. */
  #forward(channel: number, data: Buffer): void {
    if (this.#send(channel, data)) return;
    this.#connection?.pause();
    void this.#socket.drained().then(() => this.#connection?.resume());
  }

  #receive(message: Buffer): void {
    if (message.length === 0) return;
    if (this.#early === undefined) this.#deliver(message);
    else {
      this.#early.push(message);
      this.#socket.pause();
    }
  }

  #deliverEarly(): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const message of early) this.#deliver(message);
    this.#socket.resume();
  }

  #deliver(message: Buffer): void {
    const [channel, ended] = message;
    if (channel === closeSignal) {
      if (ended === channels.stdin) this.#stdin?.end();
      return;
    }
    const stream = channel === channels.stdin ? this.#stdin : channel === channels.resize ? this.#resize : undefined;
    if (!stream || stream.write(message.subarray(1))) return;
    this.#socket.pause();
    void stream.drained().then(() => this.#socket.resume());
  }
}

/** Connects to the kubelet and upgrades to SPDY. Error messages match upstream. */
async function dial(
  { kubelet: { backend, address }, target }: StreamDestination,
  signal: AbortSignal,
): Promise<{ readonly upgraded: UpgradedBackend; readonly isStatus: boolean }> {
  const host = joinHostPort(address.host, address.port);
  const versions = spdyProtocols.flatMap((protocol) => ['x-stream-protocol-version', protocol]);
  const headers = ['host', host, 'connection', 'Upgrade', 'upgrade', 'SPDY/3.1', ...versions, 'content-length', '0'];
  const url = `https://${host}${target}`;
  const response = await backend.upgrade(address, { method: 'POST', target, headers, signal }).catch((error) => {
    throw new Error(`error sending request: Post ${JSON.stringify(url)}: ${networkErrorText(error)}`);
  });
  if (response instanceof IncomingMessage) {
    throw new Error(`unable to upgrade connection: ${await refusalText(response)}`);
  }
  const protocol = response.response.headers['x-stream-protocol-version'];
  return { upgraded: response, isStatus: statusProtocols.has(String(protocol)) };
}
