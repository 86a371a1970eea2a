/** Vowels and look-alikes are left out, so that no words and no doubts arise. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
const suffixLength = 5;
const maxGeneratedNameLength = 63;

/** A whole number from 0 up to, but not including, the bound; such as `crypto.randomInt`. */
export type RandomIndex = (bound: number) => number;

/** A name for a generateName: the base, cut so that the name fits 63 characters, and five random characters. */
export function generateName(base: string, randomIndex: RandomIndex): string {
  let name = base.slice(0, maxGeneratedNameLength - suffixLength);
  for (let count = 0; count < suffixLength; count++) name += alphabet[randomIndex(alphabet.length)];
  return name;
}
