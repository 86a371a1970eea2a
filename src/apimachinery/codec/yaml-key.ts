import { goNumber, goQuote } from '../meta/index.js';
import { DecodeError } from './decode-error.js';
import type { YamlScalar } from './yaml-scalar.js';

/** A mapping key that is being converted to JSON. */
export interface YamlKey {
  readonly name: string;
  /** The key as in error messages: strings in quotes, others without. */
  readonly shown: string;
  /** `<<`: the keys of its value are merged into the mapping. */
  readonly merges: boolean;
}

export const mergeKey: YamlKey = { name: '<<', shown: '"<<"', merges: true };

/** JSON keys are strings: numbers and booleans become text, as in sigs.k8s.io/yaml; null is an error. */
export function yamlKey(scalar: YamlScalar): YamlKey {
  if (typeof scalar === 'string') return { name: scalar, shown: goQuote(scalar), merges: false };
  if (scalar === null) throw new DecodeError('unsupported map key of type: %!s(<nil>), key: <nil>');
  const name = typeof scalar === 'boolean' ? String(scalar) : numberName(scalar);
  return { name, shown: name, merges: false };
}

function numberName(number: number | bigint): string {
  if (Number.isNaN(number)) return '.nan';
  if (number === Number.POSITIVE_INFINITY) return '.inf';
  return number === Number.NEGATIVE_INFINITY ? '-.inf' : goNumber(number);
}
