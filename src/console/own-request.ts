/** Reads a header by its lower-cased name. */
export type ReadHeader = (name: string) => string | undefined;

/** Sent by the console's pages. A form cannot set it, and a page of another origin only after a preflight. */
const consoleHeader = 'x-trestle-console';

/**
 * Whether a request was made by a script of this origin: neither by a navigation, nor by a page of another origin,
 * which may be another port of the same host. A script cannot set headers of a WebSocket, but browsers always send its
 * origin.
 */
export function isOwnRequest(header: ReadHeader, origin: string): boolean {
  const site = header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') return false;
  const sent = header('origin');
  if (sent !== undefined && sent !== origin) return false;
  if (header(consoleHeader) !== undefined) return true;
  return sent !== undefined && header('upgrade')?.toLowerCase() === 'websocket';
}
