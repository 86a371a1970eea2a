import { analyzePatterns } from './analyze-patterns.mjs';
import { findPatterns } from './find-patterns.mjs';

/**
 * Checks the regular expressions below a directory: each must match in linear time or be in the list of exceptions, and
 * each exception must be needed. Returns the problems, and the number of patterns.
 */
export async function checkPatterns(directory, exceptions) {
  const found = findPatterns(directory);
  const distinct = [...new Map(found.filter(isKnown).map((pattern) => [keyOf(pattern), pattern])).values()];
  const findings = await analyzePatterns(distinct);
  const faults = new Map(distinct.map((pattern, index) => [keyOf(pattern), findings[index]]));
  const faulty = found
    .map((pattern) => ({ ...pattern, fault: isKnown(pattern) ? faults.get(keyOf(pattern)) : unknownPattern }))
    .filter(({ fault }) => fault !== undefined);
  const isMeant = (exception, pattern) => exception.file === pattern.file && exception.pattern === pattern.text;
  const problems = [
    ...faulty
      .filter((pattern) => !exceptions.some((exception) => isMeant(exception, pattern)))
      .map(({ file, line, text, fault }) => `${file}:${line}: ${text}: ${fault}`),
    ...exceptions
      .filter((exception) => !faulty.some((pattern) => isMeant(exception, pattern)))
      .map(({ file, pattern }) => `${file}: ${pattern}: is no longer an exception; take it off the list`),
    ...(found.length === 0 ? [`no patterns in ${directory}`] : []),
  ];
  return { problems, patterns: found.length, distinct: distinct.length };
}

const unknownPattern =
  'is not known before it runs; use RE2 (apimachinery/pattern), or name it in the list with a reason';

function isKnown({ source, flags }) {
  return source !== undefined && flags !== undefined;
}

function keyOf({ source, flags }) {
  return `/${source}/${flags}`;
}
