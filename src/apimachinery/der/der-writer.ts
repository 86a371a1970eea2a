/** The subset of DER that certificates need. Each function returns one encoded element. */

export function element(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(content.length)]), content]);
}

export const sequence = (...items: readonly Buffer[]): Buffer => element(0x30, ...items);

export const set = (...items: readonly Buffer[]): Buffer => element(0x31, ...items);

/** An element with an explicit tag `[number]`. */
export const explicit = (number: number, item: Buffer): Buffer => element(0xa0 | number, item);

/** A positive integer from big-endian bytes. */
export function integer(bytes: Buffer): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start < 0 ? Buffer.from([0]) : bytes.subarray(start);
  return element(0x02, digits[0]! >= 0x80 ? Buffer.concat([Buffer.from([0]), digits]) : digits);
}

export const boolean = (value: 'true' | 'false'): Buffer => element(0x01, Buffer.from([value === 'true' ? 0xff : 0]));

export const octetString = (content: Buffer): Buffer => element(0x04, content);

export const bitString = (content: Buffer, unusedBits = 0): Buffer => element(0x03, Buffer.from([unusedBits]), content);

export const utf8String = (text: string): Buffer => element(0x0c, Buffer.from(text));

/** Years from 2050 on use GeneralizedTime, earlier ones UTCTime. */
export function time(date: Date): Buffer {
  const digits = `${date.toISOString().replace(/\.\d+/, '').replace(/[-:T]/g, '')}`;
  return date.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(digits.slice(2)))
    : element(0x18, Buffer.from(digits));
}

export function objectIdentifier(dotted: string): Buffer {
  const [first, second, ...rest] = dotted.split('.').map(Number);
  const bytes = [first! * 40 + second!, ...rest.flatMap(base128)];
  return element(0x06, Buffer.from(bytes));
}

function base128(value: number): number[] {
  const groups = [value % 128];
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) groups.unshift(128 + (left % 128));
  return groups;
}

function lengthBytes(length: number): number[] {
  if (length < 128) return [length];
  const bytes: number[] = [];
  for (let left = length; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256);
  return [0x80 | bytes.length, ...bytes];
}
