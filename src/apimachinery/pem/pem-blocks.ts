export interface PemBlock {
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly bytes: Buffer;
  /** The text of the block, from its first dash to its last. */
  readonly text: string;
}

const begin = '-----BEGIN ';
const end = '-----END ';
const dashes = '-----';

/**
 * Returns the blocks of a PEM text like Go's encoding/pem: skips surrounding text and blocks that are truncated, end
 * with another type, or contain invalid base64. One pass, even over many BEGIN lines without an END line.
 */
export function pemBlocks(text: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  let endAt = -1;
  for (let at = lineWith(text, begin, 0); at >= 0; ) {
    const { bodyAt, hasHeaders } = skipHeaders(text, endOfLine(text, at) + 1);
    if (endAt < bodyAt) endAt = lineWith(text, end, bodyAt);
    if (endAt < 0) break;
    const next = lineWith(text, begin, bodyAt);
    // A block must not contain another BEGIN line: only the last one before an END line is considered.
    if (next < 0 || next > endAt) {
      const block = readBlock(text.slice(at, bodyAt), text.slice(bodyAt, endAt), lineAt(text, endAt));
      if (block) blocks.push({ ...block, hasHeaders });
    }
    at = next;
  }
  return blocks;
}

function readBlock(head: string, body: string, lastLine: string): Omit<PemBlock, 'hasHeaders'> | undefined {
  const type = typeOf(lineAt(head, 0));
  if (type === undefined || lastLine.trimEnd() !== `${end}${type}${dashes}`) return undefined;
  const bytes = decode(body);
  return bytes && { type, bytes, text: `${head}${body}${lastLine.trimEnd()}` };
}

/** The position of the next line that starts with the marker; -1: none. */
function lineWith(text: string, marker: string, from: number): number {
  if (from === 0 && text.startsWith(marker)) return 0;
  const before = text.indexOf(`\n${marker}`, Math.max(0, from - 1));
  return before < 0 ? -1 : before + 1;
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

/** The type on a BEGIN line; undefined for any other line. */
function typeOf(line: string): string | undefined {
  const written = line.trimEnd();
  return written.endsWith(dashes) && written.length >= begin.length + dashes.length
    ? written.slice(begin.length, -dashes.length)
    : undefined;
}

/** Headers are the lines with a colon directly after the BEGIN line. */
function skipHeaders(text: string, from: number): { bodyAt: number; hasHeaders: boolean } {
  let bodyAt = from;
  for (let line = lineAt(text, bodyAt); line.includes(':'); line = lineAt(text, bodyAt)) bodyAt += line.length + 1;
  return { bodyAt, hasHeaders: bodyAt > from };
}

function lineAt(text: string, from: number): string {
  return text.slice(from, endOfLine(text, from));
}

function decode(body: string): Buffer | undefined {
  const digits = body.replace(/\s/g, '');
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) return undefined;
  return Buffer.from(digits, 'base64');
}
