export { ClientSession, type SessionTransport } from './client-session.js';
export type { ClientStream, StreamFailure, StreamListener } from './client-stream.js';
export type { Headers } from './header-decoder.js';
export type { RequestHead } from './header-encoder.js';
