/** What a scan of the bytes finds out about a JSON document without parsing it. */
export interface JsonScan {
  /** Number of colons outside of strings: the number of keys, including repeated ones. */
  readonly keys: number;
  /** Number of objects and lists. */
  readonly containers: number;
  /** Whether `JSON.parse` reads the document exactly as Kubernetes does. */
  readonly plain: boolean;
  /** Whether there may be numbers that are not written as integers. */
  readonly fractions: boolean;
}

/** Deeper documents use the exact parser, which needs no stack; later steps may recurse. */
const maxPlainDepth = 500;
/** An integer with this many digits may not be exact as a double. */
const riskyDigits = 16;

const needsExactParser: JsonScan = { keys: 0, containers: 0, plain: false, fractions: true };

/**
 * Counts the keys and detects what requires the exact parser: long or exponential numbers, `-0`, escaped surrogates,
 * deep nesting. The result is meaningless for bytes that are not JSON.
 */
export function scanJson(bytes: Uint8Array): JsonScan {
  const end = bytes.length;
  let keys = 0;
  let containers = 0;
  let depth = 0;
  let at = 0;
  let fractions = false;
  while (at < end) {
    const byte = bytes[at++];
    if (byte === 0x22 /* " */) {
      at = endOfString(bytes, at);
      if (at < 0) return needsExactParser;
    } else if (byte === 0x3a /* : */) {
      keys++;
    } else if (byte === 0x7b /* { */ || byte === 0x5b /* [ */) {
      containers++;
      if (++depth > maxPlainDepth) return needsExactParser;
    } else if (byte === 0x7d /* } */ || byte === 0x5d /* ] */) {
      depth--;
    } else if (byte === 0x2e /* . */) {
      fractions = true;
    } else if (byte !== undefined && byte <= 0x39 && (byte >= 0x30 || byte === 0x2d) /* digit or - */) {
      at = endOfPlainNumber(bytes, at - 1);
      if (at < 0) return needsExactParser;
    }
  }
  return { keys, containers, plain: true, fractions };
}

/** Returns the position after the closing quote; negative if there is an escaped surrogate or no closing quote. */
function endOfString(bytes: Uint8Array, begin: number): number {
  let at = begin;
  for (;;) {
    const byte = bytes[at++];
    if (byte === 0x22 /* " */) return at;
    if (byte === 0x5c /* \ */) {
      const escapesSurrogate = bytes[at] === 0x75 /* u */ && (bytes[at + 1] ?? 0) % 0x20 === 0x04; /* d or D */
      if (escapesSurrogate) return -1;
      at++;
    } else if (byte === undefined) {
      return -1;
    }
  }
}

/** Returns the position after the digits; negative if `JSON.parse` may read the number differently from Kubernetes. */
function endOfPlainNumber(bytes: Uint8Array, begin: number): number {
  const negative = bytes[begin] === 0x2d;
  if (negative && bytes[begin + 1] === 0x30) return -1;
  let at = negative ? begin + 1 : begin;
  for (;;) {
    const byte = bytes[at];
    if (byte === 0x65 /* e */ || byte === 0x45 /* E */) return -1;
    if (byte === undefined || byte < 0x30 || byte > 0x39) break;
    at++;
  }
  return at - begin >= riskyDigits ? -1 : at;
}
