// Follows staging/src/k8s.io/apimachinery/pkg/api/resource/suffix.go (v1.36)

/** The notation of a quantity: `12M`, `12Mi`, `12e6`. */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

export interface Suffix {
  readonly format: QuantityFormat;
  /** A power of ten, or of two for BinarySI. */
  readonly exponent: number;
}

const decimalSuffixes = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const nano = -9;

const suffixes = new Map<string, Suffix>([
  ...binarySuffixes.map((suffix, index) => [suffix, { format: 'BinarySI', exponent: index * 10 }] as const),
  ...decimalSuffixes.map((suffix, index) => [suffix, { format: 'DecimalSI', exponent: nano + index * 3 }] as const),
]);

/** Undefined if it is neither a suffix nor an exponent. */
export function readSuffix(suffix: string): Suffix | undefined {
  return suffixes.get(suffix) ?? readExponent(suffix);
}

/** An exponent is parsed as 64 bits, then truncated to 32 as upstream does. */
function readExponent(suffix: string): Suffix | undefined {
  const match = /^[eE]([+-]?)0*([0-9]{1,19})$/.exec(suffix);
  if (match === null) return undefined;
  const value = BigInt(`${match[1] === '-' ? '-' : ''}${match[2]}`);
  if (BigInt.asIntN(64, value) !== value) return undefined;
  return { format: 'DecimalExponent', exponent: Number(BigInt.asIntN(32, value)) };
}

/** The suffix of a power of 1024, and the rest of the power beyond the largest suffix. */
export function binarySuffix(power: number): { suffix: string; rest: number } {
  const index = Math.min(power, binarySuffixes.length - 1);
  return { suffix: binarySuffixes[index] ?? '', rest: power - index };
}

/** The same for a power of 1000, from nano on. If there is no suffix, upstream drops it and thereby the power. */
export function decimalSuffix(power: number): { suffix: string; rest: number } {
  const index = Math.min(power - nano / 3, decimalSuffixes.length - 1);
  return { suffix: decimalSuffixes[index] ?? '', rest: power - nano / 3 - index };
}
