import type { Socket } from 'node:net';

/** How long a client has to take note of the end; one that does not is disconnected. */
const lingerMilliseconds = 1000;

/** Sends the last bytes and ends the connection, whether or not the client ends its side of it. */
export function endWith(socket: Socket, text: string): void {
  const timer = setTimeout(() => socket.destroy(), lingerMilliseconds);
  socket.once('close', () => clearTimeout(timer));
  socket.end(text);
}
