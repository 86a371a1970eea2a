import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gunzip, gzip } from 'node:zlib';

/** Answers up to this size are sent as they are. */
export const gzipThreshold = 128 * 1024;

/** Upstream's level, best speed: the least work, and not much larger than better ones. */
const gzipOptions = { level: 1 };

export const gzipHeaders = { 'content-encoding': 'gzip', vary: 'Accept-Encoding' } as const;

export interface Compressed<Body> {
  readonly body: Body;
  /** To be added to the answer's headers. */
  readonly headers: typeof gzipHeaders | Readonly<Record<string, never>>;
}

/** Whether an Accept-Encoding header names gzip; quality values are not understood, as upstream. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return acceptEncoding?.split(',').some((token) => token.trim() === 'gzip') ?? false;
}

export function zip(bytes: Uint8Array): Promise<Buffer> {
  return promisify<Uint8Array, object, Buffer>(gzip)(bytes, gzipOptions);
}

export function unzip(bytes: Uint8Array): Promise<Buffer> {
  return promisify<Uint8Array, Buffer>(gunzip)(bytes);
}

/** Compresses an answer that is large enough, if the client takes it. */
export async function compressBody(body: Buffer, acceptEncoding: string | undefined): Promise<Compressed<Buffer>> {
  if (body.length <= gzipThreshold || !acceptsGzip(acceptEncoding)) return { body, headers: {} };
  return { body: await zip(body), headers: gzipHeaders };
}

/**
 * Compresses an answer that comes in chunks. Waits for as many as it takes to know whether the answer is large enough;
 * from then on chunks pass as they come, no faster than they are consumed.
 */
export async function compressChunks(
  chunks: AsyncIterable<Uint8Array>,
  acceptEncoding: string | undefined,
): Promise<Compressed<AsyncIterable<Uint8Array>>> {
  if (!acceptsGzip(acceptEncoding)) return { body: chunks, headers: {} };
  const source = chunks[Symbol.asyncIterator]();
  const waiting: Uint8Array[] = [];
  let size = 0;
  while (size <= gzipThreshold) {
    const next = await source.next();
    if (next.done) return { body: fromList(waiting), headers: {} };
    waiting.push(next.value);
    size += next.value.length;
  }
  return { body: gzipStream(rejoin(waiting, source)), headers: gzipHeaders };
}

function gzipStream(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const compressed = createGzip(gzipOptions);
  // Errors reach the consumer by way of the destroyed stream.
  pipeline(Readable.from(chunks), compressed, () => {});
  return compressed;
}

async function* fromList(chunks: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* chunks;
}

async function* rejoin(waiting: readonly Uint8Array[], source: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* waiting;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  } finally {
    await source.return?.();
  }
}
