import { describe, expect, it } from 'vitest';
import { EncryptionConfigurationError } from './configuration.js';
import { parseEncryptionConfiguration } from './parse-configuration.js';

const SECRET = Buffer.alloc(32, 's').toString('base64');
const KMS = { apiVersion: 'v2', name: 'vault', endpoint: 'unix:///run/kms.sock' };
const KEYS = { keys: [{ name: 'key1', secret: SECRET }] };

function document(...resources: unknown[]): string {
  return JSON.stringify({ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'EncryptionConfiguration', resources });
}

function ruleFor(...resources: unknown[]): unknown {
  return { resources, providers: [{ aesgcm: KEYS }] };
}

function providedBy(...providers: unknown[]): string {
  return document({ resources: ['secrets'], providers });
}

function problemOf(text: string): string {
  try {
    parseEncryptionConfiguration(text);
  } catch (error) {
    if (error instanceof EncryptionConfigurationError) return error.message;
    throw error;
  }
  return '';
}

describe('a valid configuration', () => {
  it('is read from YAML', () => {
    const text = `
apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration
resources:
  - resources:
      - secrets
      - pandas.awesome.bears.example # a custom resource
    providers:
      - aescbc:
          keys:
            - name: key1
              secret: ${Buffer.alloc(16, 1).toString('base64')}
            - name: key2
              secret: ${Buffer.alloc(24, 2).toString('base64')}
      - secretbox:
          keys:
            - name: box
              secret: ${SECRET}
      - identity: {}
  - resources: ['*.apps', '*.']
    providers:
      - identity: {}
`;
    expect(parseEncryptionConfiguration(text)).toEqual({
      rules: [
        {
          resources: [
            { group: '', resource: 'secrets' },
            { group: 'awesome.bears.example', resource: 'pandas' },
          ],
          providers: [
            {
              type: 'aescbc',
              keys: [
                { name: 'key1', secret: Buffer.alloc(16, 1) },
                { name: 'key2', secret: Buffer.alloc(24, 2) },
              ],
            },
            { type: 'secretbox', keys: [{ name: 'box', secret: Buffer.alloc(32, 's') }] },
            { type: 'identity' },
          ],
        },
        {
          resources: [
            { group: 'apps', resource: '*' },
            { group: '', resource: '*' },
          ],
          providers: [{ type: 'identity' }],
        },
      ],
    });
  });

  it.each([
    { name: 'JSON', text: document(ruleFor('secrets')) },
    { name: 'JSON indented with tabs', text: JSON.stringify(JSON.parse(document(ruleFor('secrets'))), null, '\t') },
    {
      name: 'the kind that was once documented',
      text: JSON.stringify({ apiVersion: 'v1', kind: 'EncryptionConfig', resources: [ruleFor('secrets')] }),
    },
    { name: 'wildcards after what they cover', text: document(ruleFor('secrets'), ruleFor('*.'), ruleFor('*.*')) },
    { name: 'wildcards of several groups', text: document(ruleFor('*.', '*.apps', 'jobs.batch')) },
    { name: 'one resource in two rules', text: document(ruleFor('secrets'), ruleFor('secrets')) },
    { name: 'events, by the name under which they are stored', text: document(ruleFor('events')) },
    {
      name: 'a secret with line breaks',
      text: keyWith({ name: 'k', secret: `${SECRET.slice(0, 20)}\n${SECRET.slice(20)}` }),
    },
    { name: 'a key name with a colon', text: keyWith({ name: 'a:b', secret: SECRET }) },
    { name: 'two keys of one name', text: keyWith(...KEYS.keys, ...KEYS.keys) },
  ])('may have $name', ({ text }) => {
    expect(problemOf(text)).toBe('');
  });
});

function keyWith(...keys: unknown[]): string {
  return providedBy({ aesgcm: { keys } });
}

it('a key service has a timeout of three seconds by default', () => {
  const { rules } = parseEncryptionConfiguration(
    providedBy({ kms: KMS }, { kms: { ...KMS, name: 'b', timeout: '1s' } }),
  );
  const endpoint = 'unix:///run/kms.sock';
  expect(rules[0]!.providers).toEqual([
    { type: 'kms', apiVersion: 'v2', name: 'vault', endpoint, timeoutMilliseconds: 3000 },
    { type: 'kms', apiVersion: 'v2', name: 'b', endpoint, timeoutMilliseconds: 1000 },
  ]);
});

describe('rules and providers', () => {
  const none = 'provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity';
  const several = 'more than one provider specified in a single element, should split into different list elements';

  it.each([
    { name: 'no rule', text: document(), problem: 'resources: Required value: at least one resources is required' },
    {
      name: 'a rule without resources and providers',
      text: document({}),
      problem:
        '[resources[0].resources: Required value: at least one resources[0].resources is required, ' +
        'resources[0].providers: Required value: at least one resources[0].providers is required]',
    },
    {
      name: 'a provider of no type',
      text: providedBy({}),
      problem: `resources[0].providers[0]: Invalid value: "": ${none}`,
    },
    {
      name: 'a provider set to null',
      text: providedBy({ identity: null }),
      problem: `resources[0].providers[0]: Invalid value: "": ${none}`,
    },
    {
      name: 'a provider of two types',
      text: providedBy({ identity: {} }, { aescbc: KEYS, identity: {} }),
      problem: `resources[0].providers[1]: Invalid value: "aescbc, identity": ${several}`,
    },
    ...[
      {
        kms: { ...KMS, apiVersion: 'v1', cachesize: 0 },
        problem: 'cachesize: Invalid value: 0: cachesize should be a positive value, or negative to disable',
      },
      {
        kms: { ...KMS, apiVersion: 'v3' },
        problem:
          'apiVersion: Invalid value: "v3": unsupported apiVersion apiVersion for KMS provider, only v1 and v2 are supported',
      },
      { kms: { ...KMS, name: '' }, problem: 'name: Required value: name is a mandatory field for a provider' },
      {
        kms: { ...KMS, name: 'a:b' },
        problem: 'name: Invalid value: "a:b": invalid KMS provider name a:b, must not contain \':\'',
      },
      { kms: { ...KMS, timeout: '-3s' }, problem: 'timeout: Invalid value: "-3s": timeout should be a positive value' },
      {
        kms: { ...KMS, endpoint: '' },
        problem: 'endpoint: Invalid value: "": endpoint is a mandatory field for a kms',
      },
      {
        kms: { ...KMS, endpoint: 'https://a' },
        problem:
          'endpoint: Invalid value: "https://a": unsupported scheme "https" for KMS provider, only unix is supported',
      },
      { kms: { ...KMS, cachesize: 1 }, problem: 'cachesize: Invalid value: 1: cachesize is not supported in v2' },
    ].map(({ kms, problem }) => ({
      name: `the key service ${JSON.stringify(kms)}`,
      text: providedBy({ kms }),
      problem: `resources[0].providers[0].kms.${problem}`,
    })),
    {
      name: 'two key services of one name',
      text: providedBy({ kms: KMS }, { kms: KMS }),
      problem:
        'resources[0].providers[1].kms.name: Invalid value: "vault": duplicate KMS provider name vault, names must be unique',
    },
  ])('refuse $name', ({ text, problem }) => {
    expect(problemOf(text)).toBe(problem);
  });
});

describe('keys', () => {
  const path = 'resources[0].providers[0].aesgcm.keys';

  it.each([
    { name: 'none', text: keyWith(), problem: `${path}: Required value: at least one keys is required` },
    {
      name: 'one without a name',
      text: keyWith({ secret: SECRET }),
      problem: `${path}[0].name: Required value: name is a mandatory field for a key`,
    },
    {
      name: 'one without a secret',
      text: keyWith({ name: 'key1' }),
      problem: `${path}[0].secret: Required value: secret is a mandatory field for a key`,
    },
    {
      name: 'one without anything',
      text: keyWith(null),
      problem:
        `[${path}[0].name: Required value: name is a mandatory field for a key, ` +
        `${path}[0].secret: Required value: secret is a mandatory field for a key]`,
    },
    ...['not base64!', 'c2VjcmV0c', 'c2VjcmV0=', 'c2Vj cmV0', 'c2Vjc_V0'].map((secret) => ({
      name: `the secret ${secret}`,
      text: keyWith(KEYS.keys[0], { name: 'key2', secret }),
      problem: `${path}[1].secret: Invalid value: "REDACTED": secrets must be base64 encoded`,
    })),
    {
      name: 'an AES secret of 33 bytes',
      text: keyWith({ name: 'key1', secret: Buffer.alloc(33).toString('base64') }),
      problem: `${path}[0].secret: Invalid value: "REDACTED": secret is not of the expected length, got 33, expected one of [16 24 32]`,
    },
    {
      name: 'a secretbox secret of 16 bytes',
      text: providedBy({ secretbox: { keys: [{ name: 'box', secret: Buffer.alloc(16).toString('base64') }] } }),
      problem:
        'resources[0].providers[0].secretbox.keys[0].secret: Invalid value: "REDACTED": ' +
        'secret is not of the expected length, got 16, expected one of [32]',
    },
  ])('refuse $name', ({ text, problem }) => {
    expect(problemOf(text)).toBe(problem);
  });
});

describe('resource names', () => {
  const events =
    "'*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file";
  const extensions = "'extensions' group has been removed and cannot be used for encryption";
  const withoutApi = 'resources which do not have REST API/s cannot be encrypted';

  it.each([
    { resource: 'Secrets', detail: 'resource name should not contain capital letters' },
    { resource: 'pandas.Bears.example', detail: 'resource name should not contain capital letters' },
    {
      resource: '*',
      detail: "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources",
    },
    { resource: 'apiserveripinfo', detail: withoutApi },
    { resource: 'serviceipallocations', detail: withoutApi },
    { resource: 'servicenodeportallocations', detail: withoutApi },
    { resource: 'events.events.k8s.io', detail: events },
    { resource: '*.events.k8s.io', detail: events },
    { resource: 'ingresses.extensions', detail: extensions },
    { resource: '*.extensions', detail: extensions },
    { resource: 'secrets.*', detail: 'encrypting the same resource across groups is not supported' },
  ])('refuse $resource', ({ resource, detail }) => {
    expect(problemOf(document(ruleFor(resource)))).toBe(
      `resources[0].resources[0]: Invalid value: "${resource}": ${detail}`,
    );
  });
});

describe('the resources of one rule', () => {
  const duplicate = 'the same resource cannot be specified multiple times';
  const overlap =
    "using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked";

  it.each([
    { resources: ['secrets', 'pods', 'secrets'], details: [duplicate] },
    { resources: ['secrets', 'secrets.'], details: [duplicate] },
    { resources: ['secrets', '*.'], details: [overlap] },
    { resources: ['*.apps', 'deployments.apps'], details: [overlap] },
    { resources: ['*.*', 'secrets'], details: [overlap] },
    { resources: ['*.apps', '*.*'], details: [overlap] },
    { resources: ['*.', '*.'], details: [duplicate, overlap] },
  ])('refuse $resources', ({ resources, details }) => {
    const messages = details.map(
      (detail) => `resources[0].resources: Invalid value: ${JSON.stringify(resources)}: ${detail}`,
    );
    expect(problemOf(document(ruleFor(...resources)))).toBe(
      messages.length === 1 ? messages[0] : `[${messages.join(', ')}]`,
    );
  });
});

describe('a rule after a wildcard that covers it', () => {
  it.each([
    { rules: ['*.', 'secrets'], masked: 'secrets', mask: '*.' },
    { rules: ['*.apps', 'deployments.apps'], masked: 'deployments.apps', mask: '*.apps' },
    { rules: ['*.*', 'secrets'], masked: 'secrets', mask: '*.*' },
    { rules: ['*.*', '*.'], masked: '*.', mask: '*.*' },
    { rules: ['*.', '*.'], masked: '*.', mask: '*.' },
    { rules: ['*.*', '*.*'], masked: '*.*', mask: '*.*' },
  ])('is refused: $rules', ({ rules, masked, mask }) => {
    const text = document(...rules.map((rule) => ruleFor(rule)));
    expect(problemOf(text)).toBe(`resource "${masked}" is masked by earlier rule "${mask}"`);
  });
});

describe('a document that is no EncryptionConfiguration', () => {
  const kind = 'EncryptionConfiguration';
  const apiVersion = 'apiserver.config.k8s.io/v1';

  it.each([
    { name: 'that is empty', text: '', problem: "Object 'Kind' is missing" },
    { name: 'that is a string', text: 'hello', problem: 'must be of type object' },
    { name: 'without a kind', text: JSON.stringify({ apiVersion }), problem: "Object 'Kind' is missing" },
    { name: 'without an apiVersion', text: JSON.stringify({ kind }), problem: "Object 'apiVersion' is missing" },
    {
      name: 'of another version',
      text: JSON.stringify({ kind, apiVersion: 'apiserver.config.k8s.io/v2' }),
      problem: 'no kind "EncryptionConfiguration" is registered for version "apiserver.config.k8s.io/v2"',
    },
    {
      name: 'with fields that do not exist',
      text: document(
        { ...(ruleFor('secrets') as object), provider: [] },
        { resources: ['pods'], providers: [{ aes: {} }] },
      ),
      problem:
        'strict decoding error: unknown field "resources[0].provider", unknown field "resources[1].providers[0].aes"',
    },
    {
      name: 'with a __proto__ field',
      text: '{"apiVersion":"apiserver.config.k8s.io/v1","kind":"EncryptionConfiguration","__proto__":{"resources":[]}}',
      problem: 'strict decoding error: unknown field "__proto__"',
    },
    {
      name: 'with a name that is a number',
      text: keyWith({ name: 1, secret: SECRET }),
      problem: 'resources[0].providers[0].aesgcm.keys[0].name: Invalid value: "number": must be of type string',
    },
    { name: 'with a list that is none', text: document({ resources: 'secrets' }), problem: 'must be of type array' },
    { name: 'with a key twice', text: 'kind: a\nkind: b', problem: 'strict decoding error' },
    { name: 'nested without end', text: '['.repeat(100_000), problem: 'exceeded max depth' },
    { name: 'that blows up', text: aliasBomb(), problem: 'not a YAML or JSON document' },
    {
      name: 'that holds itself',
      text: document().replace('[]', '&all [*all]'),
      problem: 'not a YAML or JSON document',
    },
  ])('$name is refused', ({ text, problem }) => {
    expect(problemOf(text)).toContain(problem);
  });
});

describe('secrets', () => {
  const secret = 'dG9wLXNlY3JldC10aGF0LW5vYm9keS1tYXktc2Vl';

  it.each([
    { name: 'a syntax error', text: `a: [\n${secret}: {` },
    { name: 'a wrong length', text: keyWith({ name: 'k', secret }) },
    { name: 'a wrong type', text: keyWith({ name: 'k', secret: [secret] }) },
    { name: 'two providers', text: providedBy({ aesgcm: { keys: [{ name: 'k', secret }] }, identity: {} }) },
  ])('do not show in the message about $name', ({ text }) => {
    const problem = problemOf(text);
    expect(problem).not.toBe('');
    expect(problem).not.toContain(secret);
  });
});

/** Each line refers to the one before it ten times. */
function aliasBomb(): string {
  const lines = Array.from({ length: 9 }, (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index}, `.repeat(10)}]`);
  return ['a0: &a0 [x]', ...lines].join('\n');
}
