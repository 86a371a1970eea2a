import type { JsonValue } from '../meta/index.js';

/** An object or list that is partly written. */
interface Frame {
  readonly values: readonly JsonValue[];
  /** For an object: the key of each value. */
  readonly keys: readonly string[] | undefined;
  next: number;
}

/** `JSON.stringify` for documents with 64-bit integers and of any depth. */
export function stringifyExactly(document: JsonValue, indent: string): string {
  const pieces: string[] = [];
  const frames: Frame[] = [];
  const lineBreak = () => (indent === '' ? '' : `\n${indent.repeat(frames.length)}`);

  const begin = (value: JsonValue) => {
    if (typeof value !== 'object' || value === null) {
      pieces.push(typeof value === 'bigint' ? value.toString() : JSON.stringify(value));
      return;
    }
    const keys = Array.isArray(value) ? undefined : Object.keys(value);
    pieces.push(keys ? '{' : '[');
    frames.push({ values: Array.isArray(value) ? value : Object.values(value), keys, next: 0 });
  };

  begin(document);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const index = frame.next++;
    if (index === frame.values.length) {
      frames.pop();
      if (index > 0) pieces.push(lineBreak());
      pieces.push(frame.keys ? '}' : ']');
      continue;
    }
    if (index > 0) pieces.push(',');
    pieces.push(lineBreak());
    if (frame.keys) pieces.push(JSON.stringify(frame.keys[index]), indent === '' ? ':' : ': ');
    begin(frame.values[index] as JsonValue);
  }
  return pieces.join('');
}
