// Follows staging/src/k8s.io/apiserver/pkg/storage/names/generate.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/util/rand/rand.go (v1.36)

/** Without vowels and similar-looking characters, to avoid words and misreading. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
const suffixLength = 5;
const maxGeneratedNameLength = 63;

/** Returns an integer from 0 up to, but not including, the bound, like `crypto.randomInt`. */
export type RandomIndex = (bound: number) => number;

/**
 * Returns a name for a generateName: the base, truncated so that the name fits 63 characters, and five random
 * characters.
 */
export function generateName(base: string, randomIndex: RandomIndex): string {
  let name = base.slice(0, maxGeneratedNameLength - suffixLength);
  for (let count = 0; count < suffixLength; count++) name += alphabet[randomIndex(alphabet.length)];
  return name;
}
