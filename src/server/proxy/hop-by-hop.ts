/** Headers that apply to a single connection, and are not forwarded. */
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

/** Never removed, even if a Connection header names them: the message would change its meaning. */
const essential: ReadonlySet<string> = new Set(['content-length', 'host']);

/** The headers that a Connection header declares as hop-by-hop. */
export function namedByConnection(connection: string | undefined): ReadonlySet<string> {
  if (connection === undefined) return none;
  const names = connection.split(',').map((name) => name.trim().toLowerCase());
  return new Set(names.filter((name) => !essential.has(name)));
}
