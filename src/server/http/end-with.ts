import type { Socket } from 'node:net';
import { systemClock } from '../../apimachinery/clock/index.js';

/** How long a client may take to close its side before it is disconnected. */
const lingerMilliseconds = 1000;

/** Sends the last bytes and ends the connection, whether or not the client closes its side. */
export function endWith(socket: Socket, text: string): void {
  const cancelTimer = systemClock.after(lingerMilliseconds, () => socket.destroy());
  socket.once('close', cancelTimer);
  socket.end(text);
}
