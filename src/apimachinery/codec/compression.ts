// Follows staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/writers.go (v1.36)

import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

/** Responses up to this size are not compressed. */
export const gzipThreshold = 128 * 1024;

/** Upstream's level, best speed: least work, and not much larger than higher levels. */
export const gzipOptions = { level: 1 };

/** Response headers of a body that is compressed with gzip. */
export const gzipHeaders = { 'content-encoding': 'gzip', vary: 'Accept-Encoding' } as const;

/** A response body, compressed or not, with the headers that say so. */
export interface Compressed<Body> {
  readonly body: Body;
  /** To be added to the response headers. */
  readonly headers: typeof gzipHeaders | Readonly<Record<string, never>>;
}

/** Whether an Accept-Encoding header contains gzip; like upstream, ignores quality values. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return acceptEncoding?.split(',').some((token) => token.trim() === 'gzip') ?? false;
}

/** Compresses bytes. */
export function zip(bytes: Uint8Array): Promise<Buffer> {
  return promisify<Uint8Array, object, Buffer>(gzip)(bytes, gzipOptions);
}

/** Decompresses bytes. */
export function unzip(bytes: Uint8Array): Promise<Buffer> {
  return promisify<Uint8Array, Buffer>(gunzip)(bytes);
}

/** Compresses a response that is large enough, if the client accepts gzip. */
export async function compressBody(body: Buffer, acceptEncoding: string | undefined): Promise<Compressed<Buffer>> {
  if (body.length <= gzipThreshold || !acceptsGzip(acceptEncoding)) return { body, headers: {} };
  return { body: await zip(body), headers: gzipHeaders };
}
