/** What concerns one connection, and is not handed on to the next. */
export const hopByHopHeaders: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const none: ReadonlySet<string> = new Set();

/** The headers that a Connection header says are for this connection only. */
export function namedByConnection(connection: string | undefined): ReadonlySet<string> {
  if (connection === undefined) return none;
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
}
