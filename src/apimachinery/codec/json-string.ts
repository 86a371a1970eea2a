// Follows vendor/sigs.k8s.io/json/internal/golang/encoding/json/decode.go (v1.36)

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

type Fail = (at: number, context: string) => never;

/** Parses the JSON string whose opening quote is at `begin`. A lone surrogate becomes U+FFFD, as in Go. */
export function readJsonString(text: string, begin: number, fail: Fail): { value: string; end: number } {
  let at = begin + 1;
  let value = '';
  let copied = at;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 0x22 /* " */) return { value: value + text.slice(copied, at), end: at + 1 };
    if (Number.isNaN(code) || code < 0x20) fail(at, 'in string literal');
    if (code === 0x5c /* \ */) {
      value += text.slice(copied, at);
      const escaped = readEscape(text, at + 1, fail);
      value += escaped.value;
      at = escaped.end;
      copied = at;
    } else {
      at++;
    }
  }
}

function readEscape(text: string, at: number, fail: Fail): { value: string; end: number } {
  const character = text[at] ?? '';
  if (character === 'u') return readUnicodeEscape(text, at + 1, fail);
  const value = Object.hasOwn(escapes, character) ? escapes[character] : undefined;
  return value === undefined ? fail(at, 'in string escape code') : { value, end: at + 1 };
}

function readUnicodeEscape(text: string, at: number, fail: Fail): { value: string; end: number } {
  const unit = readHex(text, at, fail);
  const end = at + 4;
  if (unit < 0xd800 || unit > 0xdfff) return { value: String.fromCharCode(unit), end };
  if (unit < 0xdc00 && text.startsWith('\\u', end)) {
    const low = readHex(text, end + 2, fail);
    if (low >= 0xdc00 && low <= 0xdfff) return { value: String.fromCharCode(unit, low), end: end + 6 };
  }
  return { value: '\ufffd', end };
}

function readHex(text: string, begin: number, fail: Fail): number {
  for (let at = begin; at < begin + 4; at++) {
    if (!/^[0-9a-fA-F]$/.test(text[at] ?? '')) fail(at, 'in \\u hexadecimal character escape');
  }
  return Number.parseInt(text.slice(begin, begin + 4), 16);
}
