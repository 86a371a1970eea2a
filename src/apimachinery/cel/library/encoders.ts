// Follows vendor/github.com/google/cel-go/ext/encoders.go (v1.36)

import { spend } from '../budget.js';
import { type CallSite, ONE, plus, type SizeEstimate, traversal } from '../cost/estimates.js';
import { traversalCost } from '../cost/sizes.js';
import { type CelLibrary, defineFunction, overload } from '../declarations.js';
import { CelFailure } from '../failure.js';
import { BYTES, STRING } from '../values.js';

/** Line breaks are allowed anywhere. */
const LINE_BREAKS = /[\r\n]+/g;
const NO_DIGIT = /[^A-Za-z0-9+/\r\n]/;

/** With or without padding. Bits beyond the last whole byte are ignored. */
function decode(text: string): Uint8Array {
  const end = text.search(NO_DIGIT);
  const digits = (end < 0 ? text : text.slice(0, end)).replace(LINE_BREAKS, '');
  if (end >= 0 && !isPadding(text.slice(end).replace(LINE_BREAKS, ''), digits.length)) throw illegal(end);
  if (digits.length % 4 === 1) throw illegal(text.length - 1);
  return Buffer.from(digits, 'base64');
}

/** Repeated encoding grows a text by a third each time: the cost is charged before the result is created. */
function encode(bytes: Uint8Array): string {
  spend(encodedSize(bytes.length));
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}

function encodedSize(size: number): number {
  return Math.ceil(size / 3) * 4;
}

function isPadding(rest: string, digitCount: number): boolean {
  return (rest === '=' || rest === '==') && (digitCount + rest.length) % 4 === 0;
}

function illegal(offset: number): CelFailure {
  return new CelFailure(`illegal base64 data at input byte ${offset}`);
}

/** cel-go charges one unit regardless of the operand's length; here every character is charged. */
function coding<T extends string | Uint8Array>(resultSize: (size: SizeEstimate) => SizeEstimate) {
  return {
    cost: (value: T) => 1 + traversalCost(value),
    estimate: ({ operands: [value] }: CallSite) => ({
      cost: plus(ONE, traversal(value!.size)),
      resultSize: resultSize(value!.size),
    }),
  };
}

/** Not in any Kubernetes environment. */
export const encodersLibrary: CelLibrary = {
  name: 'encoders',
  functions: () => [
    defineFunction(
      'base64.decode',
      overload({
        id: 'base64_decode_string',
        parameters: [STRING],
        result: BYTES,
        evaluate: decode,
        // Line breaks alone decode to nothing.
        ...coding(({ max }) => ({ min: 0, max: Math.ceil((max * 3) / 4) })),
      }),
    ),
    defineFunction(
      'base64.encode',
      overload({
        id: 'base64_encode_bytes',
        parameters: [BYTES],
        result: STRING,
        evaluate: encode,
        ...coding(({ min, max }) => ({ min: encodedSize(min), max: encodedSize(max) })),
      }),
    ),
  ],
};
