// Follows staging/src/k8s.io/apimachinery/pkg/labels/selector.go (v1.36)

/** Named by their text; `in` and `notin` may also be names. */
export type TokenKind = 'end' | 'name' | ')' | ',' | '!' | '==' | '=' | '>' | 'in' | '<' | '!=' | 'notin' | '(';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const end: Token = { kind: 'end', text: '' };
const white = ' \t\r\n';
const special = '=!(),<>';

/** Returns the tokens of a label selector, terminated by `end`. As upstream, a NUL ends a token, or else the text. */
export function lexLabelSelector(text: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  for (;;) {
    while (position < text.length && white.includes(text.charAt(position))) position++;
    if (position >= text.length || text[position] === '\0') break;
    const token = special.includes(text.charAt(position)) ? lexSymbol(text, position) : lexName(text, position);
    tokens.push(token);
    position += token.text.length;
    if (text[position] === '\0') position++;
  }
  tokens.push(end);
  return tokens;
}

function lexSymbol(text: string, position: number): Token {
  const two = text.slice(position, position + 2);
  if (two === '==' || two === '!=') return { kind: two, text: two };
  const one = text.charAt(position);
  return { kind: one as TokenKind, text: one };
}

function lexName(text: string, start: number): Token {
  let position = start;
  while (position < text.length && !endsName(text.charAt(position))) position++;
  const name = text.slice(start, position);
  return { kind: name === 'in' || name === 'notin' ? name : 'name', text: name };
}

function endsName(character: string): boolean {
  return character === '\0' || special.includes(character) || white.includes(character);
}
