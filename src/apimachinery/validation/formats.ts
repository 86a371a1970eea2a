// Follows staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go (v1.36)

import { subdomainMaxLength } from './names.js';
import { mustNotBeEmpty, noProblems, pattern, patternRule, rangeProblem } from './text-rules.js';

/** Checks that a number is in a range, bounds included. */
export function checkInRange(value: number, low: number, high: number): readonly string[] {
  return value >= low && value <= high ? noProblems : [rangeProblem(low, high)];
}

/** Checks the number of a port. */
export function checkPortNumber(port: number): readonly string[] {
  return checkInRange(port, 1, 65535);
}

const maxInt32 = 2 ** 31 - 1;

/** A numeric user or group ID of a process. */
export function checkUserOrGroupId(id: number | bigint): readonly string[] {
  return checkInRange(Number(id), 0, maxInt32);
}

const portNameMaxLength = 15;

/** An IANA service name. */
export function checkPortName(name: string): readonly string[] {
  const problems: string[] = [];
  if (Buffer.byteLength(name) > portNameMaxLength)
    problems.push(`must be no more than ${portNameMaxLength} characters`);
  if (!/^[-a-z0-9]+$/.test(name)) {
    problems.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  }
  if (!/[a-z]/.test(name)) problems.push('must contain at least one letter (a-z)');
  if (name.includes('--')) problems.push('must not contain consecutive hyphens');
  if (name.startsWith('-') || name.endsWith('-')) problems.push('must not begin or end with a hyphen');
  return problems;
}

/** Checks a percentage, such as `10%`. */
export const checkPercent = patternRule(
  pattern('[0-9]+%', "a valid percent string must be a numeric string followed by an ending '%'", ['1%', '93%']),
);

/** Checks the name of an HTTP header. */
export const checkHttpHeaderName = patternRule(
  pattern('[-A-Za-z0-9]+', "a valid HTTP header must consist of alphanumeric characters or '-'", ['X-Header-Name']),
);

const checkEnvVarPattern = patternRule(
  pattern(
    '[-._a-zA-Z][-._a-zA-Z0-9]*',
    "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit",
    ['my.env-name', 'MY_ENV.NAME', 'MyEnvName1'],
  ),
);

/** Checks the name of an environment variable. */
export function checkEnvVarName(name: string): readonly string[] {
  return [...checkEnvVarPattern(name), ...leavesDirectory(name)];
}

/** The relaxed rule: environment variables may have any printable ASCII name. */
export function checkRelaxedEnvVarName(name: string): readonly string[] {
  if (name === '') return [`environment variable name ${mustNotBeEmpty}`];
  if (/^[ -<>-~]+$/.test(name)) return noProblems;
  return ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

const checkConfigMapKeyPattern = patternRule(
  pattern('[-._a-zA-Z0-9]+', "a valid config key must consist of alphanumeric characters, '-', '_' or '.'", [
    'key.name',
    'KEY_NAME',
    'key-name',
  ]),
  { max: subdomainMaxLength, unit: 'characters' },
);

/** A key of a ConfigMap or Secret, which becomes a file name. */
export function checkConfigMapKey(key: string): readonly string[] {
  const [problems, more] = [checkConfigMapKeyPattern(key), leavesDirectory(key)];
  return more.length === 0 ? problems : [...problems, ...more];
}

function leavesDirectory(name: string): readonly string[] {
  if (!name.startsWith('.')) return noProblems;
  if (name === '.' || name === '..') return [`must not be '${name}'`];
  return name.startsWith('..') ? ["must not start with '..'"] : noProblems;
}

/** Checks a decimal integer. */
export function checkDecimalInteger(text: string): readonly string[] {
  if (text === '') return [mustNotBeEmpty];
  return /^(0|-?[1-9][0-9]*)$/.test(text) ? noProblems : ['must be a valid decimal integer in canonical form'];
}
