import type { Duplex } from 'node:stream';
import {
  type ApiRequest,
  type ApiResponse,
  makeSelfSigned,
  type ResponseSink,
  SecureServer,
  takenOver,
  WebSocket,
} from '../../server/http/index.js';
import { type ServedStream, SpdyServer } from './spdy/spdy-server.test.support.js';

/** A fake kubelet whose responses reflect the requests. */
export class FakeKubelet {
  readonly certificate: Buffer;
  /** Received requests, with the common name of the client certificate. */
  readonly requested: string[] = [];
  readonly #server: SecureServer;

  static async start(): Promise<FakeKubelet> {
    const { certificate, key } = makeSelfSigned({ names: ['127.0.0.1'] });
    let kubelet: FakeKubelet | undefined;
    const server = await SecureServer.start({
      host: '127.0.0.1',
      port: 0,
      tls: { certificate: { certificate: { pem: certificate }, key: { pem: key } }, clientAuthorities: [] },
      handler: (request) => kubelet!.#respond(request),
    });
    kubelet = new FakeKubelet(server, Buffer.from(certificate));
    return kubelet;
  }

  private constructor(server: SecureServer, certificate: Buffer) {
    this.#server = server;
    this.certificate = certificate;
  }

  get port(): number {
    return this.#server.port;
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  #respond(request: ApiRequest): ApiResponse {
    const who = request.clientCertificate()?.chain[0]?.subject ?? 'nobody';
    const upgrade = request.header('upgrade');
    this.requested.push(`${request.method} ${request.target} ${upgrade ?? ''} ${who}`.replace(/\s+/g, ' '));
    const [, verb, , pod] = request.path.split('/');
    if (verb === 'containerLogs') return logOf(request, pod!);
    if (upgrade === 'websocket') return overWebSocket(request);
    if (upgrade !== 'SPDY/3.1') return said(400, 'you must upgrade');
    if (verb === 'exec' && request.query.get('command') === 'refuse') return said(403, 'not here');
    const { socket, head } = request.upgrade();
    const protocol = request.header('x-stream-protocol-version')!.split(',')[0]!;
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: ${protocol}\r\n\r\n`,
    );
    if (verb === 'portForward') servePorts(socket, head);
    else serveStreams(socket, head, request.query);
    return takenOver;
  }
}

function said(status: number, text: string): ApiResponse {
  return { status, headers: { 'content-type': 'text/plain' }, body: Buffer.from(text) };
}

function logOf(request: ApiRequest, pod: string): ApiResponse {
  if (pod === 'broken') return said(Number(request.query.get('tailLines')), `no log of ${pod}`);
  if (!request.query.has('follow')) return said(200, `received ${request.target}\n`);
  const body = async (sink: ResponseSink): Promise<void> => {
    sink.write(Buffer.from('first\n'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    sink.write(Buffer.from('second\n'));
    if (pod === 'endless') await new Promise((resolve) => sink.closed.addEventListener('abort', resolve));
  };
  return { status: 200, headers: {}, body };
}

/** Echoes messages on stdout; a close signal ends the session with status Success. */
function overWebSocket(request: ApiRequest): ApiResponse {
  const socket = WebSocket.accept(request, {
    protocol: 'v5.channel.k8s.io',
    onMessage: (message) => {
      if (message[0] !== 255) socket.send(Buffer.concat([Buffer.from([1]), message.subarray(1)]), 'binary');
      else {
        socket.send(Buffer.concat([Buffer.from([3]), Buffer.from(JSON.stringify({ status: 'Success' }))]), 'binary');
        socket.close();
      }
    },
  });
  return takenOver;
}

/** Runs `cat`, `exit <code>`, `many <bytes>`, or `break`, once all streams are open. */
function serveStreams(socket: Duplex, head: Buffer, query: URLSearchParams): void {
  const [command = 'cat', argument = ''] = query.getAll('command');
  const wanted = 1 + ['input', 'output', 'error', 'tty'].filter((name) => query.has(name)).length;
  const isTty = query.has('tty');
  const streams = new Map<string, ServedStream>();
  const server = new SpdyServer(socket, head, (stream) => {
    streams.set(stream.headers['streamtype']!, stream);
    if (streams.size < wanted - (isTty && query.has('error') ? 1 : 0)) return;
    run(command, argument);
  });
  const end = (status: object): void => {
    streams.get('error')?.write(JSON.stringify({ metadata: {}, ...status }));
    server.close();
  };
  const run = (name: string, value: string): void => {
    const stdout = streams.get('stdout');
    if (name === 'break') socket.destroy();
    else if (name === 'many') {
      for (let left = Number(value); left > 0; left -= 65_536) stdout?.write(Buffer.alloc(Math.min(left, 65_536), 'x'));
      end({ status: 'Success' });
    } else if (name === 'exit') {
      streams.get('stderr')?.write(`ends with ${value}\n`);
      const details = { causes: [{ reason: 'ExitCode', message: value }] };
      end({ status: 'Failure', reason: 'NonZeroExitCode', message: 'ended', details });
    } else {
      const stdin = streams.get('stdin');
      const resize = streams.get('resize');
      if (resize) resize.onData = (chunk) => stdout?.write(`size ${chunk}`);
      if (!stdin) {
        stdout?.write('hello\n');
        end({ status: 'Success' });
        return;
      }
      stdin.onData = (chunk) => stdout?.write(chunk);
      stdin.onEnd = () => end({ status: 'Success' });
    }
  };
}

/** Echoes data in upper case, with the port. */
function servePorts(socket: Duplex, head: Buffer): void {
  new SpdyServer(socket, head, (stream) => {
    if (stream.headers['streamtype'] !== 'data') return;
    stream.onData = (chunk) => stream.write(`${stream.headers['port']} ${String(chunk).toUpperCase()}`);
    stream.onEnd = () => stream.end();
  });
}
