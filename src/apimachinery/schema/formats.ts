// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/validation/formats.go (v1.36)
// Follows vendor/k8s.io/kube-openapi/pkg/validation/strfmt/default.go (v1.36)

import { isCidr, isIpv4, isIpv6, isMac } from './format-network.js';
import { isCreditCard, isIsbn10, isIsbn13 } from './format-numbers.js';
import { isBase64, isEmail, isHostname, isLongName, isRequestUri, isShortName } from './format-text.js';
import { isDate, isDateTime, isDuration } from './format-time.js';
import type { JsonSchema } from './json-schema.js';

export type FormatTest = (text: string) => boolean;

const uuidForm = /^[0-9a-f]{8}-?[0-9a-f]{4}-?([0-9a-f])[0-9a-f]{3}-?([0-9a-f])[0-9a-f]{3}-?[0-9a-f]{12}$/i;
const anyDigit = '0123456789abcdefABCDEF';
const uuid = (versions = anyDigit, variants = anyDigit): FormatTest => {
  return (text) => {
    const [, version, variant] = uuidForm.exec(text) ?? [];
    return version !== undefined && versions.includes(version) && variants.includes(variant!);
  };
};
const colourPart = '[\\t\\n\\f\\r ]*(?:0|[1-9][0-9]?|1[0-9][0-9]?|2[0-4][0-9]|25[0-5])[\\t\\n\\f\\r ]*';

/** The string formats that Kubernetes checks; others are allowed without effect. Dashes in names are ignored. */
const stringFormats: ReadonlyMap<string, FormatTest> = new Map<string, FormatTest>([
  ['bsonobjectid', matching(/^[0-9a-fA-F]{24}$/)],
  ['byte', isBase64],
  ['cidr', isCidr],
  ['creditcard', isCreditCard],
  ['date', isDate],
  ['datetime', isDateTime],
  ['duration', isDuration],
  ['email', isEmail],
  ['hexcolor', matching(/^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/)],
  ['hostname', isHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['k8slongname', isLongName],
  ['k8sshortname', isShortName],
  ['mac', isMac],
  ['password', () => true],
  ['rgbcolor', matching(new RegExp(`^rgb\\(${colourPart},${colourPart},${colourPart}\\)$`))],
  ['ssn', matching(/^[0-9]{3}[- ][0-9]{2}[- ][0-9]{4}$/)],
  ['uri', isRequestUri],
  ['uuid', uuid()],
  ['uuid3', uuid('3')],
  ['uuid4', uuid('4', '89abAB')],
  ['uuid5', uuid('5', '89abAB')],
]);

function matching(pattern: RegExp): FormatTest {
  return (text) => pattern.test(text);
}

/** Returns the schema's format if Kubernetes checks it for the schema's type, otherwise the empty string. */
export function supportedFormat(schema: JsonSchema): string {
  const { format } = schema;
  if (!format) return '';
  const type = schema['x-kubernetes-int-or-string'] ? '' : (schema.type ?? '');
  if (type === '' || type === 'string') return findFormat(format) === undefined ? '' : format;
  if (type === 'integer') return format === 'int32' || format === 'int64' ? format : '';
  return type === 'number' && (format === 'float' || format === 'double') ? format : '';
}

/** Undefined if it is not a string format that Kubernetes checks. */
export function findFormat(format: string): FormatTest | undefined {
  return stringFormats.get(format.replaceAll('-', ''));
}
