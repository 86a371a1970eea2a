import { goNumber, goQuote } from '../meta/index.js';
import { DecodeError } from './decode-error.js';
import type { YamlScalar } from './yaml-scalar.js';

/** A key of a mapping on its way to JSON. */
export interface YamlKey {
  readonly name: string;
  /** The key as it is shown in error messages: strings in quotes, others as they are. */
  readonly shown: string;
  /** `<<`, whose value's keys become keys of the mapping. */
  readonly merges: boolean;
}

export const mergeKey: YamlKey = { name: '<<', shown: '"<<"', merges: true };

/** JSON has only strings for keys: numbers and booleans become their text, as in sigs.k8s.io/yaml; null cannot. */
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
