import type { Readable } from 'node:stream';
import { requestEntityTooLarge, type StatusError } from '../../apimachinery/status/index.js';
import { ClientGoneError } from './api-request.js';

export const noBytes = Buffer.alloc(0);

/**
 * Reads all bytes of a body; a single chunk is not copied. Stops beyond the limit and leaves the stream paused.
 * `complete` returns, at the end of the stream, whether the client ended the body there.
 */
export function readBody(
  stream: Readable,
  { limitBytes, complete }: { limitBytes: number; complete: () => boolean },
): Promise<Buffer> {
  if (stream.destroyed) return Promise.reject(new ClientGoneError());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let isSettled = false;
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limitBytes) {
        chunks.push(chunk);
        return;
      }
      stream.removeListener('data', onData);
      stream.pause();
      isSettled = true;
      reject(bodyTooLarge(limitBytes));
    };
    // Every stream closes eventually: create the error only when it is needed, as that takes longer than reading most
    // bodies.
    const onGone = () => {
      if (!isSettled) reject(new ClientGoneError());
    };
    stream.on('data', onData);
    stream.once('end', () => {
      if (!complete()) return onGone();
      isSettled = true;
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length));
    });
    stream.once('error', onGone);
    stream.once('close', onGone);
  });
}

/** Lets callers reject a body before reading it, if its declared length exceeds the limit. */
export function announcedLengthExceeds(contentLength: string | undefined, limitBytes: number): boolean {
  return contentLength !== undefined && Number(contentLength) > limitBytes;
}

export function bodyTooLarge(limitBytes: number): StatusError {
  return requestEntityTooLarge(`limit is ${limitBytes}`);
}
