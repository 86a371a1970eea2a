import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { fieldErrorMessage } from '../../apimachinery/validation/index.js';
import { asDefinition } from './custom-resource-definition.js';
import { shapeDefinition } from './shape.js';
import { validateDefinition } from './validate-definition.js';
import { check, fields, label } from './validate-definition.test.support.js';
import { type WidgetsOptions, widgets } from './widgets.test.support.js';

describe('schemas', () => {
  const at = 'spec.validation.openAPIV3Schema';
  const rule = (text: string): JsonObject => ({
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: { a: { type: 'string', default: 'x' } },
        'x-kubernetes-validations': [{ rule: text }],
      },
    },
  });
  check([
    ['may have rules', { schema: rule('self.a.size() > 0') }, []],
    [
      'have defaults that keep their rules',
      {
        schema: {
          type: 'object',
          properties: { a: { type: 'string', default: 'x', 'x-kubernetes-validations': [{ rule: "self == 'y'" }] } },
        },
      },
      [`${at}.properties[a].default: Invalid value: "x": failed rule: self == 'y'`],
    ],
    [
      'cannot preserve unknown fields as a whole',
      { spec: { preserveUnknownFields: true } },
      [
        'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
      ],
    ],
    [
      'have no defaults where unknown fields are preserved as a whole',
      { schema: rule('true'), spec: { preserveUnknownFields: true } },
      [
        'spec.preserveUnknownFields: Invalid value: true: must be false in order to use defaults in the schema',
        'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
      ],
    ],
  ]);

  test('have rules that can be understood', () => {
    expect(fields(widgets({ schema: rule('self.none == 1') }))).toEqual([
      `${at}.properties[spec].x-kubernetes-validations[0].rule FieldValueInvalid`,
    ]);
  });
});

describe('hostile schemas', () => {
  const nest = (depth: number, around: (inner: JsonObject) => JsonObject): JsonObject => {
    let nested: JsonObject = {};
    for (let level = 0; level < depth; level++) nested = around(nested);
    return nested;
  };

  test('with a default nested beyond measure are refused', () => {
    const value = nest(9000, (inner) => ({ a: inner }));
    const object = widgets({ schema: { type: 'object', default: value }, spec: { conversion: { strategy: 'None' } } });
    shapeDefinition(object);
    const definition = asDefinition({
      ...object,
      status: { acceptedNames: { plural: '', kind: '' }, storedVersions: ['v1'] },
    });
    expect(validateDefinition(definition).map(fieldErrorMessage)).toEqual([
      'spec.validation.openAPIV3Schema: Forbidden: must not be nested deeper than 2050 levels',
    ]);
  });

  test('that are as deep as can be are looked at without a crash', () => {
    const schema = nest(1000, (inner) => ({ type: 'object', properties: { a: inner } }));
    expect(fields(widgets({ schema }))).toHaveLength(1);
  });

  test('with many problems get all of them reported', () => {
    const properties = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`a${index}`, {}]));
    expect(fields(widgets({ schema: { type: 'object', properties } }))).toHaveLength(20_000);
  });
});

describe('conversion', () => {
  const url = 'https://example.com/convert';
  const convert = (clientConfig: JsonObject, conversionReviewVersions: string[] = ['v1']): WidgetsOptions => ({
    spec: { conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions } } },
  });
  const at = 'spec.conversion.webhookClientConfig';
  const form = '; desired format: https://host[/path]';
  const service = { namespace: 'a', name: 'b' };
  check([
    ['by a webhook at a URL', convert({ url }), []],
    ['by a webhook behind a service', convert({ service: { ...service, path: '/a/b/', port: 8443 } }), []],
    ['has a strategy', { spec: { conversion: {} } }, ['spec.conversion.strategy: Required value']],
    [
      'has a strategy that exists',
      { spec: { conversion: { strategy: 'Magic' } } },
      ['spec.conversion.strategy: Unsupported value: "Magic": supported values: "None", "Webhook"'],
    ],
    [
      'by a webhook needs its settings',
      { spec: { conversion: { strategy: 'Webhook' } } },
      [
        `${at}: Required value: required when strategy is set to Webhook`,
        'spec.conversion.conversionReviewVersions: Required value',
      ],
    ],
    [
      'by no webhook has no settings',
      {
        spec: {
          conversion: { strategy: 'None', webhook: { clientConfig: { url }, conversionReviewVersions: ['v1'] } },
        },
      },
      [
        `${at}: Forbidden: should not be set when strategy is not set to Webhook`,
        'spec.conversion.conversionReviewVersions: Forbidden: should not be set when strategy is not set to Webhook',
      ],
    ],
    [
      'asks one webhook',
      convert({ url, service }),
      [`${at}: Required value: exactly one of url or service is required`],
    ],
    ['asks a webhook', convert({}), [`${at}: Required value: exactly one of url or service is required`]],
    [
      'is encrypted',
      convert({ url: 'http://example.com' }),
      [`${at}.url: Invalid value: "http": 'https' is the only allowed URL scheme${form}`],
    ],
    [
      'has a host',
      convert({ url: 'https:///convert' }),
      [`${at}.url: Invalid value: "": host must be specified${form}`],
    ],
    [
      'has a plain URL',
      convert({ url: 'https://me@example.com/?a=b#c' }),
      [
        `${at}.url: Invalid value: "me": user information is not permitted in the URL`,
        `${at}.url: Invalid value: "c": fragments are not permitted in the URL`,
        `${at}.url: Invalid value: "a=b": query parameters are not permitted in the URL`,
      ],
    ],
    [
      'has a URL that can be read',
      convert({ url: 'https://example.com:port' }),
      [
        `${at}.url: Required value: url must be a valid URL: parse "https://example.com:port": invalid port ":port" after host${form}`,
      ],
    ],
    [
      'names its service, though upstream confuses the names',
      convert({ service: { namespace: '', name: 'b' } }),
      [`${at}.service.name: Required value`],
    ],
    [
      'asks a service at a port and a path',
      convert({ service: { ...service, port: 0, path: 'a//B' } }),
      [
        `${at}.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive`,
        `${at}.service.path: Invalid value: "a//B": must start with a '/'`,
        `${at}.service.path: Invalid value: "a//B": segment[0] may not be empty`,
        `${at}.service.path: Invalid value: "a//B": segment[1] may not be empty`,
        `${at}.service.path: Invalid value: "a//B": segment[2]: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      ],
    ],
    ['of a new definition may have any certificates', convert({ url, caBundle: 'AAAA' }), []],
    [
      'knows a review that is known here',
      convert({ url }, ['v9', 'v9', '1']),
      [
        'spec.conversion.conversionReviewVersions[1]: Invalid value: "v9": duplicate version',
        `spec.conversion.conversionReviewVersions[2]: Invalid value: "1": ${label}`,
        'spec.conversion.conversionReviewVersions: Invalid value: ["v9","v9","1"]: must include at least one of v1, v1beta1',
      ],
    ],
  ]);
});

describe('groups of the community', () => {
  const approved = (value: string): WidgetsOptions => ({
    group: 'sample.k8s.io',
    metadata: { annotations: { 'api-approved.kubernetes.io': value } },
  });
  const at = 'metadata.annotations[api-approved.kubernetes.io]';
  const demand = 'protected groups must have approval annotation "api-approved.kubernetes.io"';
  const see = 'see https://github.com/kubernetes/enhancements/pull/1111';
  check([
    ['need an approval', { group: 'sample.kubernetes.io' }, [`${at}: Required value: ${demand}, ${see}`]],
    ['are approved somewhere', approved('https://github.com/kubernetes/kubernetes/pull/1'), []],
    ['are openly unapproved', approved('unapproved, an experiment'), []],
    [
      'are not approved by a word',
      approved('certainly'),
      [`${at}: Invalid value: "certainly": ${demand} with either a URL or a reason starting with "unapproved", ${see}`],
    ],
  ]);
});
