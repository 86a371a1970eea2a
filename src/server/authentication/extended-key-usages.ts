import type { X509Certificate } from 'node:crypto';

/** The extension, 2.5.29.37, in DER. */
const extensionName = Buffer.from([0x55, 0x1d, 0x25]);
const tags = { objectIdentifier: 0x06, octetString: 0x04, extensions: 0xa3 };

/**
 * Object identifiers of what a certificate may be used for. Undefined: it does not say, so for everything. Read from
 * the certificate itself, in DER: `keyUsage` has them in Node, but other usages in Deno. Throws if it is incomplete.
 */
export function extendedKeyUsages({ raw }: Pick<X509Certificate, 'raw'>): readonly string[] | undefined {
  const [signed] = elementsOf(elementsOf(raw)[0]!.content);
  const extensions = elementsOf(signed!.content).find(({ tag }) => tag === tags.extensions);
  for (const extension of extensions ? elementsOf(elementsOf(extensions.content)[0]!.content) : []) {
    const parts = elementsOf(extension.content);
    if (!parts[0]?.content.equals(extensionName)) continue;
    const value = parts.find(({ tag }) => tag === tags.octetString)!;
    const identifiers = elementsOf(elementsOf(value.content)[0]!.content);
    return identifiers.filter(({ tag }) => tag === tags.objectIdentifier).map(({ content }) => identifierOf(content));
  }
  return undefined;
}

interface Element {
  readonly tag: number;
  readonly content: Buffer;
}

/** The elements that follow one another. Throws if the last one is incomplete. */
function elementsOf(bytes: Buffer): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes.readUInt8(at + 1);
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
    const begin = at + 2 + lengthBytes;
    if (begin + length > bytes.length) throw new RangeError('an element of the certificate is incomplete');
    elements.push({ tag: bytes.readUInt8(at), content: bytes.subarray(begin, begin + length) });
    at = begin + length;
  }
  return elements;
}

/** Seven bits of each byte; the first number holds two. */
function identifierOf(content: Buffer): string {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    numbers.push(number);
    number = 0;
  }
  const [joined = 0, ...rest] = numbers;
  const first = Math.min(2, Math.floor(joined / 40));
  return [first, joined - first * 40, ...rest].join('.');
}
