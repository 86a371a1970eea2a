/** How much of a server one connection may take. */
export interface Limits {
  /** All header names and values of one request together. */
  readonly maxHeaderBytes: number;
  /** From the first byte of a connection to the end of its TLS handshake, and of a request to the end of its headers. */
  readonly readHeaderMilliseconds: number;
  /** How long a connection without open requests is kept. */
  readonly idleMilliseconds: number;
  /** Requests at the same time on one HTTP/2 connection. */
  readonly maxConcurrentStreams: number;
}

/** As kube-apiserver has them. */
export const defaultLimits: Limits = {
  maxHeaderBytes: 1 << 20,
  readHeaderMilliseconds: 32_000,
  idleMilliseconds: 90_000,
  maxConcurrentStreams: 1000,
};
