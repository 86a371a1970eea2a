import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { inflateSync, constants as zlib } from 'node:zlib';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { controlFrame, dataHead, FrameReader, finFlag, SpdyError } from './frames.js';
import { HeaderWriter } from './header-block.js';
import { SpdyConnection } from './spdy-connection.js';
import { type ServedStream, SpdyServer } from './spdy-server.test.support.js';

function read(chunks: readonly Buffer[]): string[] {
  const seen: string[] = [];
  let data = '';
  const reader = new FrameReader({
    control: ({ type, flags, payload }) => seen.push(`${type}/${flags} ${payload}`),
    data: (id, piece, isLast) => {
      data += `${id}:${piece}`.slice(piece.length > 0 ? 0 : 99);
      if (isLast) seen.push(data.replace(/(?!^)\d+:/g, ''));
    },
  });
  for (const chunk of chunks) reader.push(chunk);
  return seen;
}

test('frames are read however they are cut', () => {
  const bytes = Buffer.concat([
    controlFrame({ type: 6, flags: 0, payload: Buffer.from('ping') }),
    ...[dataHead(7, 5), Buffer.from('hello'), dataHead(7, 0, finFlag)],
    controlFrame({ type: 3, flags: 1, payload: Buffer.from('gone') }),
  ]);
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
      expect(read(chunks)).toEqual(['6/0 ping', '7:hello', '3/1 gone']);
    }),
  );
});

test('other protocols are distinguished from SPDY', () => {
  expect(() => read([Buffer.from('\x80\x02HTTP/1.1')])).toThrow(SpdyError);
  expect(() => read([Buffer.from([0x80, 3, 0, 1, 0, 0xff, 0xff, 0xff])])).toThrow(SpdyError);
});

test('the headers of all streams are one zlib stream', () => {
  const writer = new HeaderWriter();
  const bytes = Buffer.concat([writer.write({ a: 'b' }), writer.write({})]);
  const inflated = inflateSync(bytes, { finishFlush: zlib.Z_SYNC_FLUSH });
  expect(inflated.toString('latin1')).toBe('\0\0\0\x01\0\0\0\x01a\0\0\0\x01b\0\0\0\0');
});

async function connected(onStream: (stream: ServedStream, server: SpdyServer, socket: Socket) => void) {
  const listener = createServer((socket) => {
    const server: SpdyServer = new SpdyServer(socket, Buffer.alloc(0), (stream) => onStream(stream, server, socket));
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const socket = connect((listener.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const connection = new SpdyConnection(socket, Buffer.alloc(0));
  onTestFinished(() => {
    connection.close();
    listener.close();
  });
  return connection;
}

test('streams are written to and read from until they end', async () => {
  const connection = await connected((stream) => {
    stream.onData = (chunk) => stream.write(`${stream.headers['name']} ${chunk}`);
    stream.onEnd = () => stream.end();
  });
  const said: string[] = [];
  const streams = await Promise.all(
    ['one', 'two'].map((name) => connection.createStream({ name }, (chunk) => void said.push(String(chunk)))),
  );
  for (const stream of streams) {
    stream.write(Buffer.from('hears'));
    stream.end();
    await stream.ended;
  }
  expect(said).toEqual(['one hears', 'two hears']);
});

test('a server that has done its work resets all streams, and one that breaks down does not', async () => {
  const ending = await connected((stream, server) => {
    stream.write('last');
    server.close();
  });
  const said: string[] = [];
  const stream = await ending.createStream({}, (chunk) => void said.push(String(chunk)));
  await stream.ended;
  expect(said).toEqual(['last']);
  const breaking = await connected((_stream, _server, socket) => socket.destroy());
  const cut = breaking.createStream({}, () => {}).then(({ ended }) => ended);
  await expect(cut).rejects.toThrow('unexpected EOF');
});
