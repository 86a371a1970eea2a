/**
 * Whether a character is printable according to Go's unicode.IsPrint: letters, marks, numbers, punctuation, symbols and
 * the ASCII space.
 */
export function isPrintable(character: string): boolean {
  if (character.length === 1 && character >= ' ' && character <= '~') return true;
  // Not a module constant: creating it is slow and would delay the startup, and it is rarely needed.
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character);
}
