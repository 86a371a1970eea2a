// Follows vendor/github.com/google/cel-go/ext/strings.go (v1.36)

import {
  type CallEstimate,
  type CallSite,
  plus,
  type SizeEstimate,
  scaled,
  times,
  traversal,
  UNKNOWN,
} from '../cost/estimates.js';
import { sizeOf, traversalCost, treeCost } from '../cost/sizes.js';
import {
  type CelLibrary,
  defineFunction,
  type FunctionDeclaration,
  inSteps,
  member,
  overload,
} from '../declarations.js';
import type { CelList } from '../lists.js';
import { type CelType, listOf } from '../types.js';
import { type CelInt, type CelValue, INT, LIST, STRING } from '../values.js';
import { copying } from './costs.js';
import { ENGLISH_FORMAT } from './english-format.js';
import type { FormatDialect } from './format-clauses.js';
import { formatString } from './string-format.js';
import { formatProblem } from './string-format-check.js';
import {
  charAt,
  indexOf,
  join,
  joinedSize,
  lastIndexOf,
  lastIndexOfFrom,
  lowerAscii,
  quote,
  replace,
  split,
  substring,
  trim,
  upperAscii,
} from './string-functions.js';

const LIST_OF_STRING = listOf(STRING) as CelType<CelList>;

/** Kubernetes charges searches in strings like searches in lists. */
export const searching = {
  cost: (text: string) => treeCost(text),
  estimate: ({ operands: [text] }: CallSite): CallEstimate => ({ cost: traversal(text!.size) }),
};

/** Each character is traversed and copied. */
function rebuildingCost(text: CelValue): number {
  return Math.ceil(sizeOf(text) * 2 * 0.1);
}

const splitting = {
  cost: rebuildingCost,
  estimate: ({ operands: [text, , limit] }: CallSite): CallEstimate => ({
    cost: scaled(text!.size, 0.2),
    resultSize: { min: 0, max: limit?.literal === undefined ? text!.size.max : mostPieces(Number(limit.literal)) },
  }),
};

/** Kubernetes treats a negative limit as unlimited. */
function mostPieces(limit: number): number {
  return limit < 0 ? Number.POSITIVE_INFINITY : limit;
}

const replacing = {
  cost: rebuildingCost,
  estimate: ({ operands: [text, old, replacement] }: CallSite): CallEstimate => ({
    cost: scaled(text!.size, 0.2),
    resultSize: {
      min: shortestReplaced(text!.size.min, old!.size, replacement!.size),
      max: longestReplaced(text!.size.max, old!.size, replacement!.size),
    },
  }),
};

function longestReplaced(text: number, old: SizeEstimate, replacement: SizeEstimate): number {
  // The empty string matches around every character.
  if (old.min === 0) return product(text + 1, replacement.max) + text;
  if (replacement.max <= old.min) return text;
  return product(Math.ceil(text / old.min), replacement.max);
}

function shortestReplaced(text: number, old: SizeEstimate, replacement: SizeEstimate): number {
  if (old.max === 0) return product(text + 1, replacement.min) + text;
  if (old.max <= replacement.min) return text;
  return product(Math.ceil(text / old.max), replacement.min);
}

function product(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}

const joining = {
  cost: (list: CelList, separator?: string) => Math.ceil(joinedSize(list, separator) * 2 * 0.1),
  estimate: ({ operands: [list, separator] }: CallSite): CallEstimate => {
    const { min, max } = list!.size;
    const separators = { min: Math.max(0, min - 1), max: Math.max(0, max - 1) };
    const items = times(list!.size, list!.declaredItemSize);
    const resultSize = separator ? plus(items, times(separator.size, separators)) : items;
    return { cost: traversal(resultSize), resultSize };
  },
};

const basicFunctions = (): readonly FunctionDeclaration[] => [
  defineFunction(
    'charAt',
    member({ id: 'string_char_at_int', parameters: [STRING, INT], result: STRING, evaluate: charAt }),
  ),
  defineFunction(
    'indexOf',
    member({
      id: 'string_index_of_string',
      parameters: [STRING, STRING],
      result: INT,
      evaluate: (text, part) => indexOf(text, part),
      ...searching,
    }),
    member({
      id: 'string_index_of_string_int',
      parameters: [STRING, STRING, INT],
      result: INT,
      evaluate: indexOf,
      ...searching,
    }),
  ),
  defineFunction(
    'lastIndexOf',
    member({
      id: 'string_last_index_of_string',
      parameters: [STRING, STRING],
      result: INT,
      evaluate: lastIndexOf,
      ...searching,
    }),
    member({
      id: 'string_last_index_of_string_int',
      parameters: [STRING, STRING, INT],
      result: INT,
      evaluate: lastIndexOfFrom,
      ...searching,
    }),
  ),
  defineFunction(
    'lowerAscii',
    member({ id: 'string_lower_ascii', parameters: [STRING], result: STRING, evaluate: lowerAscii, ...copying }),
  ),
  defineFunction(
    'upperAscii',
    member({ id: 'string_upper_ascii', parameters: [STRING], result: STRING, evaluate: upperAscii, ...copying }),
  ),
  defineFunction(
    'replace',
    member({
      id: 'string_replace_string_string',
      parameters: [STRING, STRING, STRING],
      result: STRING,
      ...inSteps((text: string, old: string, replacement: string) => replace(text, [old, replacement])),
      ...replacing,
    }),
    member({
      id: 'string_replace_string_string_int',
      parameters: [STRING, STRING, STRING, INT],
      result: STRING,
      ...inSteps((text: string, old: string, replacement: string, limit: CelInt) =>
        replace(text, [old, replacement], limit),
      ),
      ...replacing,
    }),
  ),
  defineFunction(
    'split',
    member({
      id: 'string_split_string',
      parameters: [STRING, STRING],
      result: LIST_OF_STRING,
      ...inSteps((text: string, separator: string) => split(text, separator)),
      ...splitting,
    }),
    member({
      id: 'string_split_string_int',
      parameters: [STRING, STRING, INT],
      result: LIST_OF_STRING,
      ...inSteps(split),
      ...splitting,
    }),
  ),
  defineFunction(
    'substring',
    member({
      id: 'string_substring_int',
      parameters: [STRING, INT],
      result: STRING,
      evaluate: (text, start) => substring(text, start),
      ...copying,
    }),
    member({
      id: 'string_substring_int_int',
      parameters: [STRING, INT, INT],
      result: STRING,
      evaluate: substring,
      ...copying,
    }),
  ),
  defineFunction(
    'trim',
    member({ id: 'string_trim', parameters: [STRING], result: STRING, evaluate: trim, ...copying }),
  ),
  defineFunction(
    'join',
    member({
      id: 'list_join',
      parameters: [LIST_OF_STRING],
      result: STRING,
      evaluate: (list) => join(list),
      ...joining,
    }),
    member({
      id: 'list_join_string',
      parameters: [LIST_OF_STRING, STRING],
      result: STRING,
      evaluate: join,
      ...joining,
    }),
  ),
];

export function formatFunction(dialect: FormatDialect): FunctionDeclaration {
  return defineFunction(
    'format',
    member({
      id: 'string_format',
      parameters: [STRING, LIST],
      result: STRING,
      ...inSteps((format: string, args: CelList) => formatString(dialect, format, args)),
      cost: (format) => traversalCost(format),
      estimate: ({ operands: [format] }) => ({ cost: traversal(format!.size), resultSize: UNKNOWN }),
      validate: (operands) => formatProblem(dialect, operands),
      mixedLiterals: true,
    }),
  );
}

/** Version 0 of cel-go's strings library, used by Kubernetes before 1.29. */
export const basicStringsLibrary: CelLibrary = { name: 'strings', functions: basicFunctions };

/** Version 2 of cel-go's strings library. Kubernetes does not include later ones: see `newer-strings.ts`. */
export const stringsLibrary: CelLibrary = {
  name: 'strings',
  functions: () => [
    ...basicFunctions(),
    formatFunction(ENGLISH_FORMAT),
    defineFunction(
      'strings.quote',
      overload({
        id: 'strings_quote',
        parameters: [STRING],
        result: STRING,
        ...inSteps(quote),
        cost: traversalCost,
        estimate: ({ operands: [text] }) => ({
          cost: traversal(text!.size),
          resultSize: { min: text!.size.min + 2, max: text!.size.max * 2 + 2 },
        }),
      }),
    ),
  ],
};
