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

/** Without these a message is another one, whatever somebody says. */
const essential: ReadonlySet<string> = new Set(['content-length', 'host']);

/** The headers that a Connection header says are for this connection only. */
export function namedByConnection(connection: string | undefined): ReadonlySet<string> {
  if (connection === undefined) return none;
  const names = connection.split(',').map((name) => name.trim().toLowerCase());
  return new Set(names.filter((name) => !essential.has(name)));
}
