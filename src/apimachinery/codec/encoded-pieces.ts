import { shouldYield, yieldToEventLoop } from '../event-loop/index.js';

/** An encoding in steps, each of which is a piece of the result or undefined. */
export type EncodedPieces = Generator<Buffer | undefined, void>;

/** Joins the pieces; yields to the event loop in between if that takes long. */
export async function joinYielding(pieces: EncodedPieces): Promise<Buffer> {
  const joined: Buffer[] = [];
  for (const piece of pieces) {
    if (piece) joined.push(piece);
    if (shouldYield()) await yieldToEventLoop();
  }
  return joined.length === 1 ? joined[0]! : Buffer.concat(joined);
}
