import { X509Certificate } from 'node:crypto';
import { isJsonObject } from '../../../src/apimachinery/meta/index.js';
import {
  controlFrame,
  dataHead,
  numbers,
  SpdyError,
  FrameReader as SpdyReader,
} from '../../../src/kube/kubelets/spdy/frames.js';
import { commonNameOf } from '../../../src/server/authentication/client-certificate.js';
import { WebToken } from '../../../src/server/authentication/web-token.js';
import { generateKeyPair, signCertificate } from '../../../src/server/http/tls/certificate.js';
import { WebSocketError, FrameReader as WebSocketReader } from '../../../src/server/http/websocket/frame-reader.js';
import { toStorageError } from '../../../src/storage/etcd/failures.js';
import { FrameReader as GrpcReader } from '../../../src/storage/etcd/grpc/framing.js';
import { GrpcFailure } from '../../../src/storage/etcd/grpc/status.js';
import { KeySpace } from '../../../src/storage/etcd/key-space.js';
import { decodeRange } from '../../../src/storage/etcd/protocol/range.js';
import { decodeTxn } from '../../../src/storage/etcd/protocol/txn.js';
import { decodeEvent, decodeWatchResponse } from '../../../src/storage/etcd/protocol/watch.js';
import { declared, Flaw, same, type Target } from './target.js';

/** The result does not depend on how a stream is split into chunks. */
function inPieces(bytes: Buffer, read: (pieces: readonly Buffer[]) => readonly string[]): void {
  const middle = bytes.length >> 1;
  const whole = read([bytes]);
  same('in two pieces', read([bytes.subarray(0, middle), bytes.subarray(middle)]), whole);
  const single = Array.from(bytes, (_byte, index) => bytes.subarray(index, index + 1));
  if (bytes.length <= 64) same('byte by byte', read(single), whole);
}

function pushAll(reader: { push(piece: Buffer): void }, pieces: readonly Buffer[]): true {
  for (const piece of pieces) reader.push(Buffer.from(piece));
  return true;
}

export const webSocket: Target = {
  seeds: ['\x81\x85\x01\x02\x03\x04\x69\x67\x6f\x68\x6e', '\x02\x80\0\0\0\0\x80\x81\0\0\0\0x', '\x88\x82\0\0\0\0\x03\xe8', '\x89\x80\0\0\0\0', '\x82\xfe\x01\x00\0\0\0\0'], // biome-ignore format: one line
  tokens: [
    '\x81\x80',
    '\x82\xfe',
    '\x82\xff\0\0\0\0',
    '\x80',
    '\x88',
    '\x8a',
    '\0\0\0\0',
    '\xff\xff\xff\xff\xff\xff\xff\xff',
  ],
  check(bytes) {
    const limit = 1000;
    inPieces(bytes, (pieces) => {
      const messages: string[] = [];
      const reader = new WebSocketReader(limit, ({ opcode, payload }) => {
        if (payload.length > limit) throw new Flaw(`a message of ${payload.length} bytes`);
        messages.push(`${opcode} ${payload.toString('latin1')}`);
      });
      const isFine = declared(() => pushAll(reader, pieces), WebSocketError);
      return [...messages, `${isFine}`];
    });
  },
};

export const spdy: Target = {
  seeds: [
    Buffer.concat([
      controlFrame({ type: 2, flags: 0, payload: numbers(1, 0) }),
      dataHead(1, 3),
      Buffer.from('abc'),
      controlFrame({ type: 6, flags: 0, payload: numbers(2) }),
      dataHead(1, 0, 1),
    ]).toString('latin1'),
  ],
  tokens: ['\x80\x03\0\x01', '\x80\x03\0\x07', '\0\0\0\x01', '\0\0\0\0', '\x01\0\0\x05', '\0\xff\xff\xff'],
  check(bytes) {
    inPieces(bytes, (pieces) => {
      const seen: string[] = [];
      const data = new Map<number, string>();
      const reader = new SpdyReader({
        control: ({ type, flags, payload }) => seen.push(`control ${type} ${flags} ${payload.toString('latin1')}`),
        data: (id, piece, isLast) => {
          data.set(id, (data.get(id) ?? '') + piece.toString('latin1'));
          if (isLast) seen.push(`end ${id}`);
        },
      });
      const isFine = declared(() => pushAll(reader, pieces), SpdyError);
      return [...seen, ...[...data].map(([id, text]) => `data ${id} ${text}`), `${isFine}`];
    });
  },
};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const jwt: Target = {
  seeds: [
    `${part({ alg: 'RS256', kid: 'k' })}.${part({ iss: 'i', sub: 's', aud: ['a'], exp: 1 })}.c2ln`,
    `${part({ alg: 'none', crit: ['x'] })}.${part({ exp: '1' })}.`,
  ],
  tokens: ['.', '-', '_', '=', 'e30', part({ alg: 'ES256' }), part({ exp: 1e300 })],
  check(bytes) {
    const token = WebToken.parse(bytes.toString());
    if (!token) return;
    if (!isJsonObject(token.header) || !isJsonObject(token.claims)) throw new Flaw('a part is no object');
    if (token.header['crit'] !== undefined) throw new Flaw('what must be understood is not');
    same('what is signed', token.signed.toString(), bytes.toString().split('.').slice(0, 2).join('.'));
  },
};

const keys = generateKeyPair();
const subject = { commonName: 'system:node:x', organizations: ['a', 'b'] };
const certificate = new X509Certificate(
  signCertificate({
    subject,
    publicKey: keys.publicKey,
    issuer: { subject, keys },
    validFrom: new Date(0),
    validUntil: new Date(1e12),
    use: 'client',
  }),
);

/** OpenSSL parses them; only the mapping of their subject is ours. */
export const x509: Target = {
  seeds: [certificate.raw.toString('latin1')],
  tokens: ['\x55\x04\x03', '\x55\x04\x0a', '\x0c', '\x1e', '\x30\x80', '\x31', '\x06'],
  check(bytes) {
    let parsed: X509Certificate;
    try {
      parsed = new X509Certificate(bytes);
    } catch {
      return;
    }
    if (typeof commonNameOf(parsed) !== 'string') throw new Flaw('a name that is no text');
  },
};

const keySpace = new KeySpace('/registry');

/** Responses of etcd: anything that cannot be decoded becomes a storage error. */
export const etcd: Target = {
  seeds: [
    '\x0a\x06\x08\x01\x10\x02\x18\x05\x12\x12\x0a\x0b/registry/a\x10\x03\x18\x04\x2a\x01x\x20\x01',
    '\x0a\x02\x18\x07\x10\x02\x5a\x12\x08\x00\x12\x0e\x0a\x0b/registry/b\x18\x07',
    '\x0a\x02\x18\x07\x10\x01\x1a\x04\x12\x02\x0a\x00',
  ],
  tokens: ['\x0a', '\x12', '\x18', '\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01', '\xff\xff\xff\xff\x0f', '/registry/'],
  check(bytes) {
    const messages: Buffer[] = [];
    declared(() => new GrpcReader((message) => messages.push(message)).push(bytes), GrpcFailure);
    const decoders = [
      (message: Buffer) => decodeRange(message, keySpace),
      (message: Buffer) => decodeTxn(message, keySpace),
      (message: Buffer) => decodeWatchResponse(message).events.map((event) => decodeEvent(event, keySpace)),
    ];
    for (const message of [bytes, ...messages]) for (const decode of decoders) understood(() => decode(message));
  },
};

function understood(decode: () => unknown): void {
  try {
    decode();
  } catch (error) {
    toStorageError(error);
  }
}
