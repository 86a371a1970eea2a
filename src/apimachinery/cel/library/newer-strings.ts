// Follows vendor/github.com/google/cel-go/ext/strings.go (v1.36)

import { type CelLibrary, defineFunction, type FunctionDeclaration, inSteps, member } from '../declarations.js';
import { INT, STRING } from '../values.js';
import { copying } from './costs.js';
import { BOUNDED_PLAIN_FORMAT, PLAIN_FORMAT } from './plain-format.js';
import { indexOf, lastIndexOfFrom, reverse, withinText } from './string-functions.js';
import { formatFunction, searching, stringsLibrary } from './strings.js';

/** The versions of the strings library beyond the first. */
export type NewerStringsVersion = 3 | 4 | 5;

/** By the version that added them. An overload with the id of an earlier one replaces it. */
const additions: Readonly<Record<NewerStringsVersion, () => readonly FunctionDeclaration[]>> = {
  3: () => [
    defineFunction(
      'reverse',
      member({ id: 'string_reverse', parameters: [STRING], result: STRING, ...inSteps(reverse), ...copying }),
    ),
  ],
  4: () => [formatFunction(PLAIN_FORMAT)],
  5: () => [
    formatFunction(BOUNDED_PLAIN_FORMAT),
    defineFunction(
      'indexOf',
      member({
        id: 'string_index_of_string_int',
        parameters: [STRING, STRING, INT],
        result: INT,
        evaluate: withinText(indexOf),
        ...searching,
      }),
    ),
    defineFunction(
      'lastIndexOf',
      member({
        id: 'string_last_index_of_string_int',
        parameters: [STRING, STRING, INT],
        result: INT,
        evaluate: withinText(lastIndexOfFrom),
        ...searching,
      }),
    ),
  ],
};

const VERSIONS = [3, 4, 5] as const;

/**
 * A version of cel-go's strings library that Kubernetes does not include, for extended environments. 3 adds `reverse`;
 * 4 cel-spec's `format`; 5 limits its precision and where the empty string is found. Functions that Kubernetes includes
 * cost the same as there.
 */
export function stringsLibraryOf(version: NewerStringsVersion): CelLibrary {
  const versions = VERSIONS.filter((candidate) => candidate <= version);
  const added = () => versions.flatMap((candidate) => additions[candidate]());
  return { name: 'strings', functions: () => [...stringsLibrary.functions!(), ...added()] };
}
