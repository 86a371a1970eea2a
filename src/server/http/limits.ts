/** Limits of a single connection. */
export interface Limits {
  /** Total size of all header names and values of a request. */
  readonly maxHeaderBytes: number;
  /** Number of header lines of a request: impersonation and proxies send one for every group. */
  readonly maxHeaders: number;
  /**
   * Timeout from the first byte of a connection to the end of its TLS handshake, and of a request to the end of its
   * headers.
   */
  readonly readHeaderMilliseconds: number;
  /** How long a connection without open requests is kept. */
  readonly idleMilliseconds: number;
  /** Concurrent requests on one HTTP/2 connection. */
  readonly maxConcurrentStreams: number;
}

/** kube-apiserver's defaults; it limits only the size of headers, not their number. */
export const defaultLimits: Limits = {
  maxHeaderBytes: 1 << 20,
  maxHeaders: 2000,
  readHeaderMilliseconds: 32_000,
  idleMilliseconds: 90_000,
  maxConcurrentStreams: 1000,
};
