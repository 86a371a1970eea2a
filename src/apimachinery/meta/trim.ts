// By hand: a pattern such as / +$/ starts over at each character of a run, which takes quadratic time.

/** The text without the given character at its ends, as Go's strings.Trim. */
export function trim(text: string, character: string): string {
  return trimRight(trimLeft(text, character), character);
}

/** The text without the given character at its beginning. */
export function trimLeft(text: string, character: string): string {
  let begin = 0;
  while (begin < text.length && text[begin] === character) begin++;
  return text.slice(begin);
}

/** The text without the given character at its end. */
export function trimRight(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}
