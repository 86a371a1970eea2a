export { SpdyConnection } from './spdy-connection.js';
export type { SpdyStream } from './spdy-stream.js';
