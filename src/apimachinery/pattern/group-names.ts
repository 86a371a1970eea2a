/**
 * Makes the named groups of an RE2 pattern unnamed ones. Escapes, quoted parts (`\\Q…\\E`) and character classes are
 * left alone.
 */
export function withoutGroupNames(pattern: string): string {
  let result = '';
  for (let at = 0; at < pattern.length; ) {
    const end = endOfToken(pattern, at);
    const token = pattern.slice(at, end);
    result += token.startsWith('(?P<') || token.startsWith('(?<') ? '(' : token;
    at = end;
  }
  return result;
}

/** Where the escape, quotation, class, start of a named group, or character at an index ends. */
function endOfToken(pattern: string, at: number): number {
  if (pattern.startsWith('\\Q', at)) return after(pattern, '\\E', at + 2);
  if (pattern[at] === '\\') return at + 2;
  if (pattern[at] === '[') return endOfClass(pattern, at);
  const isNamed = pattern.startsWith('(?P<', at) || pattern.startsWith('(?<', at);
  return isNamed ? after(pattern, '>', at) : at + 1;
}

function endOfClass(pattern: string, start: number): number {
  // A bracket at the beginning is a member of the class.
  let at = start + (pattern[start + 1] === '^' ? 3 : 2);
  while (at < pattern.length && pattern[at] !== ']') {
    if (pattern[at] === '\\') at += 2;
    else if (pattern.startsWith('[:', at)) at = after(pattern, ':]', at);
    else at++;
  }
  return at + 1;
}

function after(pattern: string, text: string, from: number): number {
  const found = pattern.indexOf(text, from);
  return found < 0 ? pattern.length : found + text.length;
}
