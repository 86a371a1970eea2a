/**
 * Whether a character is what Go's unicode.IsPrint takes for one that can be printed: letters, marks, numbers,
 * punctuation, symbols and the ASCII space.
 */
export function isPrintable(character: string): boolean {
  if (character.length === 1 && character >= ' ' && character <= '~') return true;
  // Not a constant of the module: to make it takes longer than most of what a start does, and few ever need it.
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character);
}
