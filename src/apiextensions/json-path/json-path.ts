import type { JsonValue } from '../../apimachinery/meta/index.js';
import { JsonPathParser } from './parser.js';
import { EvaluationFailure, type Run } from './steps.js';

export { JsonPathError } from './parser.js';

/** A path into objects, in the dialect of kubectl and printer columns. */
export interface JsonPath {
  /** The values that the path leads to in the object; none if it leads nowhere, or cannot be followed in this one. */
  find(object: JsonValue): JsonValue[];
}

/** How many values one search may look at. Repeated `..` multiply; nobody who means well comes near. */
const maxVisits = 100_000;

/**
 * Reads a path such as `.spec.items[?(@.ready==true)].name`: fields, quoted keys, indices, slices, unions, wildcards, `..`
 * and filters. Throws JsonPathError.
 */
export function parseJsonPath(text: string): JsonPath {
  // A path may close the braces around it and open others: its first part counts, but all must be sound.
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
