// Follows staging/src/k8s.io/client-go/util/jsonpath/parser.go (v1.36)

import { goEscapes } from '../../apimachinery/meta/index.js';

const escapeSequence =
  /\\(?:([abfnrtv\\'"])|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|(.?))/gs;

/** Resolves Go's escapes in the content of a quoted string; undefined if one of them is invalid. */
export function unquote(inside: string, quote: string): string | undefined {
  if (!inside.includes('\\')) return inside;
  let isSound = true;
  const text = inside.replace(escapeSequence, (_, short, byte, small, large, octal, unknown) => {
    if (short === quote) return quote;
    if (short !== undefined && Object.hasOwn(goEscapes, short)) return goEscapes[short]!;
    const code = octal === undefined ? Number.parseInt(byte ?? small ?? large, 16) : Number.parseInt(octal, 8);
    if (unknown === undefined && code <= 0x10ffff) return String.fromCodePoint(code);
    isSound = false;
    return '';
  });
  return isSound ? text : undefined;
}
