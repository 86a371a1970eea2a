import { describe, expect, test } from 'vitest';
import { storedExpressionsEnvironment } from '../index.js';

const environment = storedExpressionsEnvironment();
const evaluate = (source: string) => environment.compileUncached(source).evaluate({});

describe('texts that have the format', () => {
  test.each([
    ['dns1123Label', 'my-label-name'],
    ['dns1123Subdomain', 'apiextensions.k8s.io'],
    ['dns1035Label', 'my-label-name'],
    ['qualifiedName', 'apiextensions.k8s.io/v1beta1'],
    ['dns1123LabelPrefix', 'my-label-prefix-'],
    ['dns1123SubdomainPrefix', 'mysubdomain.prefix.-'],
    ['dns1035LabelPrefix', 'my-label-prefix-'],
    ['labelValue', ''],
    ['uri', 'http://example.com'],
    ['uuid', '123e4567-e89b-12d3-a456-426614174000'],
    ['byte', 'aGVsbG8='],
    ['date', '2021-01-01'],
    ['datetime', '2021-01-01T00:00:00Z'],
  ])('%s: %s', (format, text) => {
    expect(evaluate(`format.${format}().validate('${text}').hasValue()`)).toBe(false);
    expect(evaluate(`format.named('${format}').value() == format.${format}()`)).toBe(true);
  });
});

describe('texts that do not, with the problems', () => {
  test.each([
    ['dns1123Label', 'Contains-Upper', 'a lowercase RFC 1123 label must consist of lower case alphanumeric'],
    ['dns1035Label', '1contains-digit', 'a DNS-1035 label must consist of lower case alphanumeric'],
    ['dns1123Subdomain', 'a..b', 'a lowercase RFC 1123 subdomain must consist of'],
    ['qualifiedName', '', 'name part must be non-empty'],
    ['labelValue', 'a b', 'a valid label must be an empty string or consist of alphanumeric characters'],
    ['uri', '../relative', 'parse "../relative": invalid URI for request'],
    ['uuid', 'not-a-uuid', 'does not match the UUID format'],
    ['byte', 'not base64', 'invalid base64'],
    ['date', '2021-13-01', 'invalid date'],
    ['datetime', 'today', 'invalid datetime'],
  ])('%s: %s', (format, text, problem) =>
    expect(evaluate(`format.${format}().validate('${text}').value().join('; ')`)).toContain(problem),
  );
});

test('there is no format of another name', () => {
  expect(evaluate(`format.named('nothing').hasValue()`)).toBe(false);
  expect(evaluate(`format.named('toString') == optional.none()`)).toBe(true);
  expect(() => evaluate('format.nothing()')).toThrow("undeclared reference to 'format'");
});

test('formats are equal by their names', () =>
  expect(evaluate('format.date() != format.datetime() && format.date() == format.date()')).toBe(true));
