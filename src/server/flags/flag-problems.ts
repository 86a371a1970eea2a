import { fileProblems } from './file-problems.js';
import type { FlagTable } from './flag.js';
import type { ParsedFlags } from './parse-flags.js';

/**
 * All problems with a command line: syntax, unsupported flags that change something, directories instead of files, and
 * those that `validate` returns.
 */
export function flagProblems<Table extends FlagTable>(
  table: Table,
  parsed: ParsedFlags<Table>,
  validate: () => readonly string[],
): readonly string[] {
  const refused = [...parsed.given].flatMap((name) => {
    const { unsupported, default: unset } = table[name] ?? {};
    return unsupported === undefined || parsed.values[name] === unset
      ? []
      : [`--${name} is not supported: ${unsupported}`];
  });
  // Empty ones are ignored, as in kube-apiserver: an unset variable in quotes is one.
  const unexpected = parsed.positionals
    .filter((word) => word !== '')
    .map((word) => `unexpected argument ${JSON.stringify(word)}`);
  const problems = [...parsed.errors, ...unexpected, ...refused];
  // Values that could not be parsed cannot be validated.
  if (parsed.errors.length > 0) return problems;
  return [...problems, ...fileProblems(parsed.values, parsed.given), ...validate()];
}
