// Header blocks by RFC 7541. We announce a dynamic table of size 0, so a block means the same each time it arrives.
import { ErrorCode, ProtocolError } from './frames.js';
import { decodeHuffman } from './huffman.js';

export type Headers = ReadonlyMap<string, string>;

/** The static table, from index 1; `name=value`, or a name alone. */
const staticTable = (
  ':authority :method=GET :method=POST :path=/ :path=/index.html :scheme=http :scheme=https :status=200 :status=204 :status=206 ' +
  ':status=304 :status=400 :status=404 :status=500 accept-charset accept-encoding=gzip,%20deflate accept-language accept-ranges accept ' +
  'access-control-allow-origin age allow authorization cache-control content-disposition content-encoding content-language ' +
  'content-length content-location content-range content-type cookie date etag expect expires from host if-match if-modified-since ' +
  'if-none-match if-range if-unmodified-since last-modified link location max-forwards proxy-authenticate proxy-authorization range ' +
  'referer refresh retry-after server set-cookie strict-transport-security transfer-encoding user-agent vary via www-authenticate'
)
  .split(' ')
  .map((field) => {
    const [name, value = ''] = field.split('=');
    return [name!, decodeURIComponent(value)] as const;
  });

/** Index of a name in the static table. */
export const staticIndex = {
  authority: 1,
  methodPost: 3,
  path: 4,
  schemeHttp: 6,
  schemeHttps: 7,
  contentType: 31,
} as const;

/** Responses of one server have few different blocks: those of success are decoded once. */
const remembered = 8;

export class HeaderDecoder {
  readonly #recent: { readonly block: Buffer; readonly headers: Headers }[] = [];
  #oldest = 0;

  /** Throws a `ProtocolError`. */
  decode(block: Buffer): Headers {
    const known = this.#recent.find((candidate) => candidate.block.equals(block));
    if (known) return known.headers;
    const headers = new BlockReader(block).headers();
    this.#recent[this.#oldest] = { block: Buffer.from(block), headers };
    this.#oldest = (this.#oldest + 1) % remembered;
    return headers;
  }
}

class BlockReader {
  readonly #block: Buffer;
  #offset = 0;

  constructor(block: Buffer) {
    this.#block = block;
  }

  headers(): Headers {
    const headers = new Map<string, string>();
    while (this.#offset < this.#block.length) this.#readField(headers);
    return headers;
  }

  #readField(headers: Map<string, string>): void {
    const first = this.#block[this.#offset]!;
    if (first & 0x80) headers.set(...this.#entry(this.#integer(7)));
    else if ((first & 0xe0) === 0x20) this.#resizeTable(this.#integer(5));
    else {
      const index = this.#integer(first & 0x40 ? 6 : 4);
      const name = index === 0 ? this.#text() : this.#entry(index)[0];
      headers.set(name, this.#text());
    }
  }

  #entry(index: number): readonly [name: string, value: string] {
    const entry = staticTable[index - 1];
    if (!entry) throw malformed();
    return entry;
  }

  #resizeTable(size: number): void {
    if (size > 0) throw malformed();
  }

  /** An integer in the low `bits` of this byte, and in the following ones if they are all set. */
  #integer(bits: number): number {
    const mask = (1 << bits) - 1;
    let value = this.#byte() & mask;
    if (value < mask) return value;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte();
      value += (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw malformed();
  }

  #text(): string {
    const isHuffman = (this.#block[this.#offset] ?? 0) >= 0x80;
    const begin = this.#offset;
    const length = this.#integer(7);
    const text = this.#block.subarray(this.#offset, this.#offset + length);
    if (this.#offset === begin || text.length < length) throw malformed();
    this.#offset += length;
    return isHuffman ? decodeHuffman(text) : text.toString('latin1');
  }

  #byte(): number {
    const byte = this.#block[this.#offset++];
    if (byte === undefined) throw malformed();
    return byte;
  }
}

function malformed(): ProtocolError {
  return new ProtocolError('a header block that cannot be decoded', ErrorCode.compressionError);
}
