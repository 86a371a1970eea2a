// Follows staging/src/k8s.io/apimachinery/pkg/api/validation/generic.go (v1.36)
// Follows staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go (v1.36)

import {
  byteLength,
  maxLengthProblem,
  mustNotBeEmpty,
  noProblems,
  pattern,
  patternRule,
  type TextRule,
} from './text-rules.js';

const labelSource = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const subdomainSource = `${labelSource}(\\.${labelSource})*`;
const looseLabelSource = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';

export const labelMaxLength = 63;
export const subdomainMaxLength = 253;

const label = pattern(
  labelSource,
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  ['my-name', '123-abc'],
);
const subdomain = pattern(
  subdomainSource,
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  ['example.com'],
);

/** Checks a DNS subdomain, such as `a.example.com`. */
export const checkDns1123Subdomain = patternRule(subdomain, { max: subdomainMaxLength, unit: 'characters' });

const checkPrefix = patternRule(subdomain, { max: subdomainMaxLength, unit: 'bytes' });

const checkLabelPattern = patternRule(label, { max: labelMaxLength, unit: 'characters' });

/** A lower-case DNS label of at most 63 characters. */
export function checkDns1123Label(text: string): readonly string[] {
  const problems = checkLabelPattern(text);
  if (problems.length === 0 || !subdomain.regExp.test(text)) return problems;
  return problems.map((problem) => (problem === label.problem ? 'must not contain dots' : problem));
}

const anyCaseLabelSource = '[A-Za-z0-9]([-A-Za-z0-9]*[A-Za-z0-9])?';

/** Checks a DNS subdomain that may have capital letters. */
export const checkDns1123SubdomainCaseless = patternRule(
  pattern(
    `${anyCaseLabelSource}(\\.${anyCaseLabelSource})*`,
    "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
    ['Example.com'],
  ),
  { max: subdomainMaxLength, unit: 'characters' },
);

/** Checks a DNS subdomain that may have underscores. */
export const checkDns1123SubdomainWithUnderscore = patternRule(
  pattern(
    `${looseLabelSource}(\\.${looseLabelSource})*`,
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
    ['example.com'],
  ),
  { max: subdomainMaxLength, unit: 'characters' },
);

/** Checks a DNS label that begins with a letter. */
export const checkDns1035Label = patternRule(
  pattern(
    '[a-z]([-a-z0-9]*[a-z0-9])?',
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
    ['my-name', 'abc-123'],
  ),
  { max: labelMaxLength, unit: 'characters' },
);

/** Checks a DNS subdomain that begins with `*.`. */
export const checkWildcardDns1123Subdomain = patternRule(
  pattern(
    `\\*\\.${subdomainSource}`,
    "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
    ['*.example.com'],
  ),
  { max: subdomainMaxLength, unit: 'characters' },
);

/** Checks an identifier of C. */
export const checkCIdentifier = patternRule(
  pattern(
    '[A-Za-z_][A-Za-z0-9_]*',
    "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'",
    ['my_name', 'MY_NAME', 'MyName'],
  ),
);

const nameSource = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const namePart = pattern(
  nameSource,
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  ['MyName', 'my.name', '123-abc'],
);

/** A key of a label or annotation, or a finalizer: a name of at most 63 bytes after an optional DNS prefix and `/`. */
export function checkQualifiedName(text: string): readonly string[] {
  const slash = text.indexOf('/');
  if (slash < 0) return checkNamePart(text);
  const name = text.slice(slash + 1);
  if (name.includes('/')) {
    return [
      `a valid label key ${namePart.problem} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const prefix = text.slice(0, slash);
  const prefixProblems = prefix === '' ? [mustNotBeEmpty] : checkPrefix(prefix);
  const nameProblems = checkNamePart(name);
  if (prefixProblems.length === 0) return nameProblems;
  return [...prefixProblems.map((problem) => `prefix part ${problem}`), ...nameProblems];
}

function checkNamePart(name: string): readonly string[] {
  const matches = namePart.regExp.test(name);
  if (matches && name.length <= labelMaxLength) return noProblems;
  const problems: string[] = [];
  if (name === '') problems.push(`name part ${mustNotBeEmpty}`);
  else if (byteLength(name) > labelMaxLength) problems.push(`name part ${maxLengthProblem(labelMaxLength, 'bytes')}`);
  if (!matches) problems.push(`name part ${namePart.problem}`);
  return problems;
}

/** Checks the value of a label. */
export const checkLabelValue = patternRule(
  pattern(
    `(${nameSource})?`,
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
    ['MyValue', 'my_value', '12345'],
  ),
  { max: labelMaxLength, unit: 'bytes' },
);

/** A name that can be part of a URL path; the minimum requirement for object names. */
export function checkPathSegmentName(text: string): readonly string[] {
  return text === '.' || text === '..' ? [`may not be '${text}'`] : checkPathSegmentPrefix(text);
}

/** Checks a generateName, which becomes the beginning of a segment of a path. */
export function checkPathSegmentPrefix(text: string): readonly string[] {
  if (!text.includes('/') && !text.includes('%')) return noProblems;
  return ['/', '%'].filter((part) => text.includes(part)).map((part) => `may not contain '${part}'`);
}

/** A rule for object names. A prefix is a generateName, which gets a suffix. */
export type NameRule = (name: string, use?: 'name' | 'prefix') => readonly string[];

/** A prefix may end with a dash although a name may not. As upstream, the character before the dash is not checked. */
function allowingDashAfterPrefix(rule: TextRule): NameRule {
  return (name, use = 'name') =>
    rule(use === 'prefix' && name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name);
}

/** Names are DNS subdomains. */
export const nameIsDnsSubdomain = allowingDashAfterPrefix(checkDns1123Subdomain);
/** Names are DNS labels. */
export const nameIsDnsLabel = allowingDashAfterPrefix(checkDns1123Label);
/** Names are DNS labels that begin with a letter. */
export const nameIsDns1035Label = allowingDashAfterPrefix(checkDns1035Label);

/** Names can be segments of a path. */
export const nameIsPathSegment: NameRule = (name, use = 'name') =>
  use === 'prefix' ? checkPathSegmentPrefix(name) : checkPathSegmentName(name);
