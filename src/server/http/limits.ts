/** How much of a server one connection may take. */
export interface Limits {
  /** All header names and values of one request together. */
  readonly maxHeaderBytes: number;
  /** Header lines of one request: impersonation and proxies send one for every group. */
  readonly maxHeaders: number;
  /** From the first byte of a connection to the end of its TLS handshake, and of a request to the end of its headers. */
  readonly readHeaderMilliseconds: number;
  /** How long a connection without open requests is kept. */
  readonly idleMilliseconds: number;
  /** Requests at the same time on one HTTP/2 connection. */
  readonly maxConcurrentStreams: number;
}

/** As kube-apiserver has them, which counts the bytes of headers only. */
export const defaultLimits: Limits = {
  maxHeaderBytes: 1 << 20,
  maxHeaders: 2000,
  readHeaderMilliseconds: 32_000,
  idleMilliseconds: 90_000,
  maxConcurrentStreams: 1000,
};
