// Follows staging/src/k8s.io/client-go/util/jsonpath/parser.go (v1.36)

import type { JsonValue } from '../../apimachinery/meta/index.js';
import { JsonPathParser } from './parser.js';
import { EvaluationFailure, type Run } from './steps.js';

export { JsonPathError } from './parser.js';

/** A JSONPath in the dialect of kubectl and printer columns. */
export interface JsonPath {
  /** Returns the matching values; none if nothing matches, or if the path does not fit the object. */
  find(object: JsonValue): JsonValue[];
}

/** Limit of visited values per search, as repeated `..` multiply. Legitimate paths stay far below it. */
const maxVisits = 100_000;

/**
 * Parses a path such as `.spec.items[?(@.ready==true)].name`: fields, quoted keys, indices, slices, unions, wildcards,
 * `..` and filters. Throws JsonPathError.
 */
export function parseJsonPath(text: string): JsonPath {
  // A path may close the braces around it and open others: only the first part is used, but all must be valid.
  const parts = new JsonPathParser(`{${text}}`).parse();
  return {
    find(object) {
      const run: Run = { remaining: maxVisits };
      try {
        const [found = []] = parts.map((part) => part.reduce((values, step) => step(values, run), [object]));
        return found;
      } catch (error) {
        if (error instanceof EvaluationFailure) return [];
        throw error;
      }
    },
  };
}
