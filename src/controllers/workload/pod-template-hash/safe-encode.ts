// Follows staging/src/k8s.io/apimachinery/pkg/util/rand/rand.go (v1.36)

/** Without vowels, so that no words appear. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

/** Encodes the decimal digits of a hash with the characters of generated names. */
export function safeEncode(hash: number): string {
  return [...String(hash)].map((digit) => alphabet[digit.charCodeAt(0) % alphabet.length]).join('');
}
