/** A DER-encoded ASN.1 element. */
export interface DerElement {
  /** Including tag and length. */
  readonly bytes: Buffer;
  readonly content: Buffer;
  children(): DerElement[];
  objectIdentifier(): string;
  /** Decodes any of the string types used in names. */
  text(): string;
}

/** Reads consecutive elements. Throws RangeError if the input is truncated. */
export class DerReader {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Returns the only element. Throws RangeError if there is not exactly one. */
  only(): DerElement {
    const [element, ...others] = this.all();
    if (element === undefined || others.length > 0) throw new RangeError('expected exactly one element');
    return element;
  }

  all(): DerElement[] {
    const elements: DerElement[] = [];
    for (let start = 0; start < this.#bytes.length; ) {
      const { header, length } = this.#lengthAt(start + 1);
      const content = start + 1 + header;
      const end = content + length;
      if (end > this.#bytes.length) throw new RangeError('truncated element');
      elements.push(elementOf(this.#bytes.subarray(start, end), this.#bytes.subarray(content, end)));
      start = end;
    }
    return elements;
  }

  #lengthAt(offset: number): { header: number; length: number } {
    const first = this.#bytes.readUInt8(offset);
    if (first < 0x80) return { header: 1, length: first };
    const size = first & 0x7f;
    if (size === 0 || size > 4) throw new RangeError('invalid DER length');
    return { header: 1 + size, length: this.#bytes.readUIntBE(offset + 1, size) };
  }
}

function elementOf(bytes: Buffer, content: Buffer): DerElement {
  return {
    bytes,
    content,
    children: () => new DerReader(content).all(),
    objectIdentifier: () => objectIdentifierOf(content),
    text: () => textOf(bytes.readUInt8(0), content),
  };
}

const teletexTag = 20;
const wideTag = 30;

function textOf(tag: number, content: Buffer): string {
  if (tag === wideTag) return Buffer.from(content).swap16().toString('utf16le');
  return content.toString(tag === teletexTag ? 'latin1' : 'utf8');
}

function objectIdentifierOf(content: Buffer): string {
  const [first = 0, ...rest] = content;
  const numbers = [Math.floor(first / 40), first % 40];
  let value = 0;
  for (const byte of rest) {
    value = value * 128 + (byte & 0x7f);
    if (byte & 0x80) continue;
    numbers.push(value);
    value = 0;
  }
  return numbers.join('.');
}
