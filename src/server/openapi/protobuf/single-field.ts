import { newWriter } from './message-writer.js';

/** A message that consists of one length-delimited field. */
interface SingleField {
  readonly tag: number;
  readonly content: Uint8Array;
}

export function unwrapped(message: Uint8Array): SingleField {
  const tag = varintAt(message, 0);
  const length = varintAt(message, tag.end);
  return { tag: tag.value, content: message.subarray(length.end, length.end + length.value) };
}

export function wrapped(tag: number, content: Uint8Array): Uint8Array {
  return newWriter().uint32(tag).bytes(content).finish();
}

function varintAt(message: Uint8Array, begin: number): { value: number; end: number } {
  let [value, end] = [0, begin];
  for (let factor = 1; ; factor *= 0x80) {
    const byte = message[end++] ?? 0;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return { value, end };
  }
}
