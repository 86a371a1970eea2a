// Not implemented with patterns: one such as / +$/ restarts at each character of a run, which takes quadratic time.

/** Removes the character from both ends, like Go's strings.Trim. */
export function trim(text: string, character: string): string {
  return trimRight(trimLeft(text, character), character);
}

/** Removes the character from the start. */
export function trimLeft(text: string, character: string): string {
  let begin = 0;
  while (begin < text.length && text[begin] === character) begin++;
  return text.slice(begin);
}

/** Removes the character from the end. */
export function trimRight(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}
