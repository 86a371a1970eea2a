export interface Attribute {
  /** In lower case. */
  readonly key: string;
  /** As in the source, without quotes. */
  readonly value: string;
}

/** A start tag. */
export interface Tag {
  /** In lower case. */
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly isSelfClosing: boolean;
  /** End offset in the text. */
  readonly end: number;
}

/** Parses the start tag at an offset, which begins with `<` and a letter. Returns undefined if it is incomplete. */
export function readTag(text: string, at: number): Tag | undefined {
  const nameEnd = skip(text, at + 1, nameBytes);
  const attributes: Attribute[] = [];
  let position = nameEnd;
  for (;;) {
    position = skip(text, position, betweenBytes);
    if (position >= text.length) return undefined;
    if (text[position] === '>') break;
    const keyEnd = skip(text, position + 1, keyBytes);
    const value = readValue(text, keyEnd);
    if (!value) return undefined;
    attributes.push({ key: text.slice(position, keyEnd).toLowerCase(), value: value.text });
    position = value.end;
  }
  const name = text.slice(at + 1, nameEnd).toLowerCase();
  return { name, attributes, isSelfClosing: text[position - 1] === '/', end: position + 1 };
}

export function formatTag({ name, attributes, isSelfClosing }: Tag): string {
  const written = attributes.map(({ key, value }) => ` ${key}="${value}"`).join('');
  return `<${name}${written}${isSelfClosing ? '/' : ''}>`;
}

const space = '\\s';
const nameBytes = new RegExp(`[^${space}/>]*`, 'y');
const betweenBytes = new RegExp(`[${space}/]*`, 'y');
const keyBytes = new RegExp(`[^${space}/>=]*`, 'y');
const spaceBytes = new RegExp(`${space}*`, 'y');
const bareBytes = new RegExp(`[^${space}>]*`, 'y');

function readValue(text: string, at: number): { readonly text: string; readonly end: number } | undefined {
  const equals = skip(text, at, spaceBytes);
  if (text[equals] !== '=') return equals < text.length ? { text: '', end: at } : undefined;
  const begin = skip(text, equals + 1, spaceBytes);
  const quote = text[begin];
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, begin + 1);
    return end < 0 ? undefined : { text: text.slice(begin + 1, end), end: end + 1 };
  }
  const end = skip(text, begin, bareBytes);
  return end < text.length ? { text: text.slice(begin, end), end } : undefined;
}

function skip(text: string, at: number, bytes: RegExp): number {
  bytes.lastIndex = at;
  bytes.test(text);
  return bytes.lastIndex;
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const escaped: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
  '\r': '&#13;',
};
const reference = /&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z]+));/g;

/** Decodes character references; of named ones, only those that attribute values need. */
export function unescapeValue(written: string): string {
  return written.replace(reference, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
    return code > 0 && code <= 0x10_ffff ? Buffer.from(String.fromCodePoint(code)).toString('latin1') : whole;
  });
}

export function escapeValue(value: string): string {
  return value.replace(/[&<>"'\r]/g, (byte) => escaped[byte]!);
}

/** Escapes a value for double quotes; unknown character references are kept. */
export function normalizedValue(written: string): string {
  return written.replace(/&(?!#?[A-Za-z0-9]+;)|[<>"'\r]/g, (byte) => escaped[byte]!);
}
