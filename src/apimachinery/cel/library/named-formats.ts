// Follows staging/src/k8s.io/apiserver/pkg/cel/library/format.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/cel/format.go (v1.36)

import { findFormat } from '../../schema/index.js';
import {
  checkLabelValue,
  checkQualifiedName,
  type NameRule,
  nameIsDns1035Label,
  nameIsDnsLabel,
  nameIsDnsSubdomain,
} from '../../validation/index.js';
import { ONE, REGEX_FACTOR, STRING_TRAVERSAL_FACTOR, scaled, traversal } from '../cost/estimates.js';
import { sizeOf } from '../cost/sizes.js';
import { type CelLibrary, defineFunction, member, overload } from '../declarations.js';
import type { CelList } from '../lists.js';
import { CelReference } from '../reference.js';
import { type CelType, listOf, opaqueOf } from '../types.js';
import { CelOptional, optionalOf, STRING } from '../values.js';
import { urlProblem } from './urls.js';

const FORMAT_TYPE: CelType<CelFormat> = opaqueOf<CelFormat>('kubernetes.NamedFormat');

/** A named Kubernetes string format. */
class CelFormat extends CelReference {
  readonly problemsOf: (text: string) => readonly string[];
  /** The pattern size for the cost, even for formats without a pattern. */
  readonly patternSize: number;

  constructor(patternSize: number, problemsOf: (text: string) => readonly string[]) {
    super();
    this.patternSize = patternSize;
    this.problemsOf = problemsOf;
  }

  get type(): CelType {
    return FORMAT_TYPE;
  }
}

function name(patternSize: number, rule: NameRule): CelFormat {
  return new CelFormat(patternSize, (text) => rule(text, 'name'));
}

function prefix(patternSize: number, rule: NameRule): CelFormat {
  return new CelFormat(patternSize, (text) => rule(text, 'prefix'));
}

/** A schema format, which has a single message. */
function schemaFormat(patternSize: number, format: string, problem: string): CelFormat {
  const test = findFormat(format)!;
  return new CelFormat(patternSize, (text) => (test(text) ? [] : [problem]));
}

function uriProblems(text: string): readonly string[] {
  const problem = urlProblem(text);
  return problem === undefined ? [] : [problem];
}

const FORMATS: ReadonlyMap<string, CelFormat> = new Map([
  ['dns1123Label', name(30, nameIsDnsLabel)],
  ['dns1123Subdomain', name(60, nameIsDnsSubdomain)],
  ['dns1035Label', name(30, nameIsDns1035Label)],
  ['qualifiedName', new CelFormat(60, checkQualifiedName)],
  ['dns1123LabelPrefix', prefix(30, nameIsDnsLabel)],
  ['dns1123SubdomainPrefix', prefix(60, nameIsDnsSubdomain)],
  ['dns1035LabelPrefix', prefix(30, nameIsDns1035Label)],
  ['labelValue', new CelFormat(40, checkLabelValue)],
  ['uri', new CelFormat(1103, uriProblems)],
  ['uuid', schemaFormat(70, 'uuid', 'does not match the UUID format')],
  ['byte', schemaFormat(84, 'byte', 'invalid base64')],
  ['date', schemaFormat(71, 'date', 'invalid date')],
  ['datetime', schemaFormat(71, 'datetime', 'invalid datetime')],
]);

function validate(format: CelFormat, text: string): CelOptional {
  const problems = format.problemsOf(text);
  return problems.length === 0 ? CelOptional.none : CelOptional.of(problems);
}

function validateCost(format: CelFormat, text: string): number {
  const ofText = Math.ceil((1 + sizeOf(text)) * STRING_TRAVERSAL_FACTOR);
  return ofText * Math.ceil(format.patternSize * REGEX_FACTOR);
}

/** Formats are compared by name; no name is longer than this. */
const MAX_NAME_SIZE = 64;

/** The pattern size that the estimate uses for every format. */
const ESTIMATED_PATTERN_SIZE = 128;

/** `format.named('dns1123Label')`, `format.dns1123Label()` and so on, and `validate`. */
export const namedFormatsLibrary: CelLibrary = {
  name: 'kubernetes.format',
  functions: () => [
    defineFunction(
      'format.named',
      overload({
        id: 'format-named',
        parameters: [STRING],
        result: optionalOf(FORMAT_TYPE),
        evaluate: (wanted) => {
          const format = FORMATS.get(wanted);
          return format ? CelOptional.of(format) : CelOptional.none;
        },
      }),
    ),
    ...Array.from(FORMATS, ([wanted, format]) =>
      defineFunction(
        `format.${wanted}`,
        overload({
          id: `format.${wanted}`,
          parameters: [],
          result: FORMAT_TYPE,
          evaluate: () => format,
          estimate: () => ({ cost: ONE, resultSize: { min: 1, max: MAX_NAME_SIZE } }),
        }),
      ),
    ),
    defineFunction(
      'validate',
      member({
        id: 'format-validate',
        parameters: [FORMAT_TYPE, STRING],
        result: optionalOf(listOf(STRING) as CelType<CelList>),
        evaluate: validate,
        cost: validateCost,
        estimate: ({ operands: [, text] }) => ({
          cost: scaled(traversal(text!.size), ESTIMATED_PATTERN_SIZE * REGEX_FACTOR),
        }),
      }),
    ),
  ],
};
