// Follows pkg/controller/certificates/authority/policies.go (v1.36)
import { bitString } from '../../apimachinery/der/index.js';

/** Bits of the extension `keyUsage`, counted from the left. */
const bits: Readonly<Record<string, number>> = {
  signing: 0,
  'digital signature': 0,
  'content commitment': 1,
  'key encipherment': 2,
  'data encipherment': 3,
  'key agreement': 4,
  'cert sign': 5,
  'crl sign': 6,
  'encipher only': 7,
  'decipher only': 8,
};

/** In the order in which Go writes them. */
const purposes: readonly (readonly [string, string])[] = [
  ['any', '2.5.29.37.0'],
  ['server auth', '1.3.6.1.5.5.7.3.1'],
  ['client auth', '1.3.6.1.5.5.7.3.2'],
  ['code signing', '1.3.6.1.5.5.7.3.3'],
  ['email protection', '1.3.6.1.5.5.7.3.4'],
  ['s/mime', '1.3.6.1.5.5.7.3.4'],
  ['ipsec end system', '1.3.6.1.5.5.7.3.5'],
  ['ipsec tunnel', '1.3.6.1.5.5.7.3.6'],
  ['ipsec user', '1.3.6.1.5.5.7.3.7'],
  ['timestamping', '1.3.6.1.5.5.7.3.8'],
  ['ocsp signing', '1.3.6.1.5.5.7.3.9'],
  ['microsoft sgc', '1.3.6.1.4.1.311.10.3.3'],
  ['netscape sgc', '2.16.840.1.113730.4.1'],
];

/** The value of the extension `keyUsage`; undefined: no usage is one of its bits. */
export function usageBits(usages: readonly string[]): Buffer | undefined {
  const wanted = usages.flatMap((usage) => bits[usage] ?? []);
  if (wanted.length === 0) return undefined;
  const last = Math.max(...wanted);
  const bytes = Buffer.alloc(Math.floor(last / 8) + 1);
  for (const bit of wanted) bytes[bit >> 3] = bytes[bit >> 3]! | (0x80 >> (bit & 7));
  return bitString(bytes, 7 - (last & 7));
}

/** The identifiers in the extension `extKeyUsage`. Throws if a usage is unknown. */
export function extendedUsages(usages: readonly string[]): readonly string[] {
  const known = new Set([...Object.keys(bits), ...purposes.map(([usage]) => usage)]);
  const unknown = usages.filter((usage) => !known.has(usage));
  if (unknown.length > 0) {
    throw new Error(`unrecognized usage values: [${unknown.map((usage) => JSON.stringify(usage)).join(' ')}]`);
  }
  const wanted = purposes.filter(([usage]) => usages.includes(usage));
  return [...new Set(wanted.map(([, identifier]) => identifier))];
}
