// The Huffman code of HPACK (RFC 7541, appendix B). It is canonical: the lengths of the codes determine them.
import { ErrorCode, ProtocolError } from './frames.js';

/** Runs of symbols, from 0 to 256, whose codes have the same length: `length` or `lengthxcount`. */
const runs =
  '13 23 28x7 24 30 28x2 30 28x8 30 28x9 6 10x2 12 13 6 8 11 10x2 8 11 8 6x3 5x3 6x7 7 8 15 6 12 10 13 6 7x22 8 7 ' +
  '8 13 19 13 14 6 15 5 6 5 6 5 6x3 5 7x2 6x3 5 6 7 6 5x2 6 7x5 15 11 14 13 28 20 22 20x2 22x3 23 22 23x5 24 23 ' +
  '24x2 22 23 24 23x4 21 22 23 22 23x2 24 22 21 20 22x2 23x2 21 23 22x2 24 21 22 23x2 21x2 22 21 23 22 23x2 20 ' +
  '22x3 23 22x2 23 26x2 20 19 22 23 22 25 26x3 27x2 26 24 25 19 21 26 27x2 26 27 24 21x2 26x2 28 27x3 20 24 20 21 ' +
  '22 21x2 23 22x2 25x2 24x2 26 23 26 27 26x2 27x5 28 27x5 26 30';

const symbols = 257;
const endOfString = 256;
const longest = 30;

interface Code {
  /** For each length: the first code, the number of codes, and the index of the first in `bySize`. */
  readonly first: Int32Array;
  readonly count: Int32Array;
  readonly begin: Int32Array;
  /** Symbols by length, then by value. */
  readonly bySize: Int32Array;
}

let code: Code | undefined;

function buildCode(): Code {
  const lengths = runs.split(' ').flatMap((run) => {
    const [length, times = 1] = run.split('x').map(Number);
    return new Array<number>(times).fill(length!);
  });
  const [first, count, begin] = [new Int32Array(longest + 1), new Int32Array(longest + 1), new Int32Array(longest + 1)];
  for (const length of lengths) count[length]!++;
  for (let length = 1; length <= longest; length++) {
    first[length] = (first[length - 1]! + count[length - 1]!) << 1;
    begin[length] = begin[length - 1]! + count[length - 1]!;
  }
  const next = begin.slice();
  const bySize = new Int32Array(symbols);
  lengths.forEach((length, symbol) => {
    bySize[next[length]!++] = symbol;
  });
  return { first, count, begin, bySize };
}

export function decodeHuffman(data: Uint8Array): string {
  code ??= buildCode();
  let text = '';
  let [value, length] = [0, 0];
  for (const byte of data) {
    for (let bit = 7; bit >= 0; bit--) {
      value = (value << 1) | ((byte >> bit) & 1);
      length++;
      if (length > longest) throw malformed();
      const index = value - code.first[length]!;
      if (index < 0 || index >= code.count[length]!) continue;
      const symbol = code.bySize[code.begin[length]! + index]!;
      if (symbol === endOfString) throw malformed();
      text += String.fromCharCode(symbol);
      [value, length] = [0, 0];
    }
  }
  // Padding: at most seven bits, all ones.
  if (length > 7 || value !== (1 << length) - 1) throw malformed();
  return text;
}

function malformed(): ProtocolError {
  return new ProtocolError('a header that cannot be decoded', ErrorCode.compressionError);
}
