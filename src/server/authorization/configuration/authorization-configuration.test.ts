import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fieldErrorMessage } from '../../../apimachinery/validation/index.js';
import { readAuthorizationConfiguration, validateAuthorizationConfiguration } from './index.js';

const directory = mkdtempSync(join(tmpdir(), 'trestle-authorization-'));
afterAll(() => rmSync(directory, { recursive: true }));
const kubeConfigFile = join(directory, 'kubeconfig');
writeFileSync(kubeConfigFile, '');

const webhook = {
  timeout: '3s',
  subjectAccessReviewVersion: 'v1',
  failurePolicy: 'Deny',
  connectionInfo: { type: 'KubeConfigFile', kubeConfigFile },
};
const named = (more: object) => ({ type: 'Webhook', name: 'hook', webhook: { ...webhook, ...more } });

function read(...authorizers: object[]) {
  const document = {
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'AuthorizationConfiguration',
    authorizers,
  };
  return readAuthorizationConfiguration(JSON.stringify(document));
}

const problems = (...authorizers: object[]) =>
  validateAuthorizationConfiguration(read(...authorizers)).map(fieldErrorMessage);

describe('an authorization configuration', () => {
  it.each(['v1', 'v1beta1', 'v1alpha1'])('of version %s is read, with its defaults', (version) => {
    const text = `
apiVersion: apiserver.config.k8s.io/${version}
kind: AuthorizationConfiguration
authorizers:
- type: Webhook
  name: hook.example.com
  webhook:
    unauthorizedTTL: 10s
    cacheAuthorizedRequests: false
    timeout: 3s
    subjectAccessReviewVersion: v1
    matchConditionSubjectAccessReviewVersion: v1
    failurePolicy: NoOpinion
    connectionInfo:
      type: KubeConfigFile
      kubeConfigFile: ${kubeConfigFile}
    matchConditions:
    - expression: has(request.resourceAttributes)
- {type: RBAC, name: rbac}
`;
    const configuration = readAuthorizationConfiguration(text);
    expect(validateAuthorizationConfiguration(configuration)).toEqual([]);
    expect(configuration).toEqual({
      authorizers: [
        {
          type: 'Webhook',
          name: 'hook.example.com',
          webhook: {
            authorizedTTL: 300_000,
            cacheAuthorizedRequests: false,
            unauthorizedTTL: 10_000,
            cacheUnauthorizedRequests: true,
            timeout: 3000,
            subjectAccessReviewVersion: 'v1',
            matchConditionSubjectAccessReviewVersion: 'v1',
            failurePolicy: 'NoOpinion',
            connectionInfo: { type: 'KubeConfigFile', kubeConfigFile },
            matchConditions: ['has(request.resourceAttributes)'],
          },
        },
        { type: 'RBAC', name: 'rbac', webhook: undefined },
      ],
    });
  });

  it.each([
    ['is empty', '', 'authorizers: Required value: at least one authorization mode must be defined'],
    ['has another kind', 'kind: Pod\napiVersion: v1', 'no kind "Pod" is registered for version "v1"'],
    [
      'has a field that does not exist',
      'kind: AuthorizationConfiguration\napiVersion: apiserver.config.k8s.io/v1\nauthorisers: []',
      'strict decoding error: unknown field "authorisers"',
    ],
    [
      'has a time that is none',
      'kind: AuthorizationConfiguration\napiVersion: apiserver.config.k8s.io/v1\nauthorizers: [{type: Webhook, webhook: {timeout: soon}}]',
      'time: invalid duration "soon"',
    ],
  ])('that %s is refused', (_name, text, problem) => {
    expect(() => {
      const [first] = validateAuthorizationConfiguration(readAuthorizationConfiguration(text));
      if (first) throw new Error(fieldErrorMessage(first));
    }).toThrow(problem);
  });

  it.each<[string, object[], string[]]>([
    ['a type', [{ name: 'x' }], ['authorizers[0].type: Required value']],
    [
      'a known type',
      [{ type: 'Magic', name: 'x' }],
      [
        'authorizers[0].type: Unsupported value: "Magic": supported values: "ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"',
      ],
    ],
    [
      'each type once',
      [
        { type: 'RBAC', name: 'rbac' },
        { type: 'RBAC', name: 'more' },
      ],
      ['authorizers[1].type: Duplicate value: "RBAC"'],
    ],
    ['a name', [{ type: 'RBAC' }], ['authorizers[0].name: Required value']],
    ['each name once', [named({}), named({})], ['authorizers[1].name: Duplicate value: "hook"']],
    [
      'a name of a certain form',
      [{ type: 'RBAC', name: 'R' }],
      [
        expect.stringMatching(
          /^authorizers\[0\]\.name: Invalid value: "R": authorizer name is invalid: a lowercase RFC 1123/,
        ) as unknown as string,
      ],
    ],
    [
      'a webhook of its type only',
      [{ type: 'RBAC', name: 'rbac', webhook: {} }],
      ['authorizers[0].webhook: Invalid value: "non-null": may only be specified when type=Webhook'],
    ],
    [
      'a webhook of that type',
      [{ type: 'Webhook', name: 'w' }],
      ['authorizers[0].webhook: Required value: required when type=Webhook'],
    ],
    [
      'what a webhook needs',
      [{ type: 'Webhook', name: 'w', webhook: {} }],
      [
        'authorizers[0].timeout: Required value',
        'authorizers[0].subjectAccessReviewVersion: Required value',
        'authorizers[0].failurePolicy: Required value',
        'authorizers[0].connectionInfo.type: Required value',
      ],
    ],
    [
      'times that can be',
      [named({ timeout: '40s', authorizedTTL: '-1s', unauthorizedTTL: '-1m' })],
      [
        'authorizers[0].timeout: Invalid value: "40s": must be > 0s and <= 30s',
        'authorizers[0].authorizedTTL: Invalid value: "-1s": must be > 0s',
        'authorizers[0].unauthorizedTTL: Invalid value: "-1m0s": must be > 0s',
      ],
    ],
    [
      'versions and policies that exist',
      [named({ subjectAccessReviewVersion: 'v2', matchConditionSubjectAccessReviewVersion: 'v2', failurePolicy: 'x' })],
      [
        'authorizers[0].subjectAccessReviewVersion: Unsupported value: "v2": supported values: "v1", "v1beta1"',
        'authorizers[0].matchConditionSubjectAccessReviewVersion: Unsupported value: "v2": supported values: "v1"',
        'authorizers[0].failurePolicy: Unsupported value: "x": supported values: "NoOpinion", "Deny"',
      ],
    ],
    [
      'a file',
      [named({ connectionInfo: { type: 'KubeConfigFile' } })],
      ['authorizers[0].connectionInfo.kubeConfigFile: Required value'],
    ],
    [
      'a file by its whole path',
      [named({ connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: 'a' } })],
      ['authorizers[0].connectionInfo.kubeConfigFile: Invalid value: "a": must be an absolute path'],
    ],
    [
      'a file that is there',
      [named({ connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: '/none' } })],
      [
        'authorizers[0].connectionInfo.kubeConfigFile: Invalid value: "/none": error loading file: stat /none: no such file or directory',
      ],
    ],
    [
      'a file that is one',
      [named({ connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: '/' } })],
      ['authorizers[0].connectionInfo.kubeConfigFile: Invalid value: "/": must be a regular file'],
    ],
    [
      'conditions with a version',
      [named({ matchConditions: [{ expression: 'true' }] })],
      [
        'authorizers[0].matchConditionSubjectAccessReviewVersion: Required value: required if match conditions are specified',
      ],
    ],
    [
      'conditions that are some',
      [
        named({
          matchConditionSubjectAccessReviewVersion: 'v1',
          matchConditions: [' ', 'true', 'true', 'request.user', '1 +'].map((expression) => ({ expression })),
        }),
      ],
      [
        'authorizers[0].matchConditions[0].expression: Required value',
        'authorizers[0].matchConditions[2].expression: Duplicate value: "true"',
        'authorizers[0].matchConditions[3].expression: Invalid value: "request.user": must evaluate to bool but got string',
        expect.stringContaining(
          'authorizers[0].matchConditions[4].expression: Invalid value: "1 +": compilation failed: ERROR: <input>:1:4: Syntax error',
        ) as unknown as string,
      ],
    ],
    [
      'not too many conditions',
      [
        named({
          matchConditionSubjectAccessReviewVersion: 'v1',
          matchConditions: Array.from({ length: 65 }, (_, index) => ({ expression: `${index} == 1` })),
        }),
      ],
      ['authorizers[0].matchConditions: Too many: 65: must have at most 64 items'],
    ],
  ])('must have %s', (_name, authorizers, expected) => {
    expect(problems(...authorizers)).toEqual(expected);
  });
});
