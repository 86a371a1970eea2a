import type { IncomingMessage } from 'node:http';
import type { ApiRequest, ApiResponse, ResponseSink } from '../http/index.js';
import { returnedHeaders } from './response-headers.js';

/** An error response as sent by Go's `http.Error`. */
export function plainError(status: number, message: string): ApiResponse {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
  return { status, headers, body: Buffer.from(`${message}\n`) };
}

/** A body with a content-length up to this is buffered, which is cheaper than streaming it. */
const smallBytes = 64 * 1024;

/** Turns the response of another server into ours; if its body breaks off, so does ours. */
export async function relayResponse(request: ApiRequest, response: IncomingMessage): Promise<ApiResponse> {
  const { statusCode: status = 502 } = response;
  if (status < 200 || (status > 599 && request.protocol !== 'HTTP/1.1')) return refuseStatus(response);
  const headers = returnedHeaders(response);
  if (request.method === 'HEAD' || status === 204 || status === 304) {
    response.resume();
    return { status, headers, body: emptyBody };
  }
  const isSmall = Number(response.headers['content-length']) <= smallBytes;
  if (!isSmall) return { status, headers, body: (sink) => relay(response, sink) };
  const body = await whole(response).catch((error: unknown) => () => Promise.reject(error));
  return { status, headers, body };
}

/** A streamed empty body, so that no content-length is added to what the other server sent. */
const emptyBody = (): Promise<void> => Promise.resolve();

/** The response to a status code that cannot be passed on. */
function refuseStatus(response: IncomingMessage): ApiResponse {
  response.destroy();
  const code = String(response.statusCode).padStart(3, '0');
  return plainError(503, `error trying to reach service: malformed HTTP status code "${code}"`);
}

function whole(response: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (response.destroyed) return reject(brokenOff());
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    response.once('error', reject);
    response.once('close', () => {
      if (!response.complete) reject(brokenOff());
    });
  });
}

/** Streams the body with backpressure. Rejects if it breaks off. */
export function relay(response: IncomingMessage, sink: ResponseSink): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      response.destroy();
      resolve();
    };
    if (sink.closed.aborted) return leave();
    // No further events would be emitted.
    if (response.destroyed) return reject(brokenOff());
    sink.closed.addEventListener('abort', leave, { once: true });
    response.on('data', (chunk: Buffer) => {
      if (sink.write(chunk)) return;
      response.pause();
      void sink.drained().then(() => response.resume());
    });
    response.once('error', reject);
    response.once('close', () => {
      sink.closed.removeEventListener('abort', leave);
      if (response.complete) resolve();
      else reject(brokenOff());
    });
  });
}

function brokenOff(): Error {
  return Object.assign(new Error('the backend closed the connection early'), { code: 'ECONNRESET' });
}
