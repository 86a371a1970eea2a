import { describe, expect, test } from 'vitest';
import { decodeYamlStrict } from '../../src/apimachinery/codec/index.js';
import { kubeApiServerFlags } from '../../src/app/flags/index.js';
import { decodeKubeconfig } from '../../src/client/kubeconfig/decode-kubeconfig.js';
import { decodeAuditPolicy } from '../../src/server/audit/decode-policy.js';
import { readAuthenticationConfiguration } from '../../src/server/authentication/jwt/read-authentication-configuration.js';
import { parseTokens } from '../../src/server/authentication/token-file.js';
import { readAuthorizationConfiguration } from '../../src/server/authorization/configuration/read-authorization-configuration.js';
import { parseEncryptionConfiguration } from '../../src/storage/encryption/parse-configuration.js';
import { expectLinear } from '../support/growth.js';
import { many } from './definitions.js';
import { isFull } from './full.js';

const upTo = isFull ? 200_000 : 40_000;
/** js-yaml takes about half a microsecond per character; parsing is one synchronous call. */
const within = isFull ? 10_000 : 2000;

/** YAML of about that many characters. */
const texts: Record<string, (size: number) => string> = {
  'a flow sequence': (size) => `a: [${'1,'.repeat(size / 2)}]`,
  'a block sequence': (size) => `a:\n${'- 1\n'.repeat(size / 4)}`,
  keys: (size) => many(size / 8, (index) => `k${index}: v\n`).join(''),
  'keys that repeat': (size) => 'k: v\n'.repeat(size / 5),
  'flow keys': (size) => `{${many(size / 8, (index) => `k${index}: v`).join(', ')}}`,
  'a plain scalar': (size) => `a: ${'x'.repeat(size)}`,
  'a plain scalar of words': (size) => `a: ${'x '.repeat(size / 2)}x`,
  'a plain scalar of lines': (size) => `a:\n${'  word\n'.repeat(size / 7)}`,
  'a quoted scalar': (size) => `a: '${"''".repeat(size / 2)}'`,
  escapes: (size) => `a: "${'\\n'.repeat(size / 2)}"`,
  'a scalar without an end': (size) => `a: "${'x'.repeat(size)}`,
  'empty lines in a scalar': (size) => `a: "${'\n'.repeat(size)}"`,
  'a block scalar': (size) => `a: |\n${'  line\n'.repeat(size / 7)}`,
  comments: (size) => '# c\n'.repeat(size / 4),
  spaces: (size) => `a: 1\n${' '.repeat(size)}`,
  anchors: (size) => many(size / 10, (index) => `- &a${index} 1\n`).join(''),
  tags: (size) => many(size / 10, (index) => `- !t${index} 1\n`).join(''),
  'a long tag': (size) => `a: !${'t'.repeat(size)} 1`,
  documents: (size) => '---\n'.repeat(size / 4),
  digits: (size) => `a: ${'1'.repeat(size)}`,
  underscores: (size) => `a: 1${'_'.repeat(size)}`,
  'a fraction': (size) => `a: 1.${'0'.repeat(size)}`,
  'zeros and no number': (size) => `a: ${'0'.repeat(size)}e`,
  binary: (size) => `a: !!binary ${'A'.repeat(size - 1)}*`,
  'open brackets': (size) => '['.repeat(size),
  'open mappings': (size) => '{a: '.repeat(size / 4),
  'nested sequences': (size) => `- ${'['.repeat(100)}${']'.repeat(100)}\n`.repeat(size / 200),
  dashes: (size) => '- '.repeat(size / 2),
  'question marks': (size) => '? '.repeat(size / 2),
  'aliases of a scalar': (size) => `a: &a 1\nb: [${'*a,'.repeat(size / 3)}]`,
  'aliases in a deep place': (size) => `a: &a 1\nb: ${'['.repeat(400)}${'*a,'.repeat(size / 3)}${']'.repeat(400)}`,
  'aliases of a list': (size) => `a: &a [${'1,'.repeat(size / 4)}]\nb: [${'*a,'.repeat(size / 6)}]`,
  'aliases of aliases': (size) => laughs(9, size / 90),
  'merged mappings': (size) =>
    `a: &a {${many(200, (index) => `k${index}: 1`)}}\nb:\n${'  - <<: *a\n'.repeat(size / 12)}`,
  'one mapping merged again': (size) =>
    `a: &a {${many(200, (index) => `k${index}: 1`)}}\nb:\n${'  <<: *a\n'.repeat(size / 12)}`,
  'a list of merged mappings': (size) => `a: &a {k: 1}\nb:\n  <<: [${'*a,'.repeat(size / 3)}]`,
};

describe('YAML is read in a time that grows with it', () => {
  test.each(Object.entries(texts))('%s', (name, make) =>
    expectLinear(name, { make: (size) => Buffer.from(make(size)), run: decodeYamlStrict, upTo, within }),
  );
});

/** Small, but with a hundred thousand values or more. */
const bombs: Record<string, string> = {
  'nine levels of ten': laughs(9, 10),
  'two levels of six hundred': laughs(2, 600),
  'a list of 1,000 in a list of 390': `a: &a [${'1,'.repeat(1000)}]\nb: [${'*a,'.repeat(390)}]`,
  'a mapping of 500 merged 700 times': `a: &a {${many(500, (index) => `k${index}: 1`)}}\nb:\n${'  - <<: *a\n'.repeat(700)}`,
};

test.each(Object.entries(bombs))('an alias bomb is refused before it goes off: %s', (_name, text) => {
  const bytes = Buffer.from(text);
  const refuse = () => decodeYamlStrict(bytes);
  expect(refuse).toThrow('yaml: document contains excessive aliasing');
  return expectLinear('bomb', { make: () => bytes, run: decodeYamlStrict, upTo: 8, within: 100 });
});

function laughs(levels: number, width: number): string {
  const lists = many(levels, (level) => `l${level + 1}: &l${level + 1} [${`*l${level},`.repeat(width)}]`);
  return `l0: &l0 [lol]\n${lists.join('\n')}\n`;
}

const audit = 'apiVersion: audit.k8s.io/v1\nkind: Policy\n';
const authentication = 'apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\n';
const authorization = 'apiVersion: apiserver.config.k8s.io/v1\nkind: AuthorizationConfiguration\n';
const encryption = 'apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\n';
const key = 'c2VjcmV0IGlzIHNlY3VyZSwgb3IgaXMgaXQ/MTIzNDU=';

interface ConfigurationFile {
  readonly make: (size: number) => string;
  readonly read: (text: string) => unknown;
}

/** By the flag that names the file. */
const configurationFiles: Record<string, ConfigurationFile> = {
  'audit-policy-file': {
    make: (size) => `${audit}rules:\n${'- level: None\n  users: [a]\n'.repeat(size)}`,
    read: decodeAuditPolicy,
  },
  'authentication-config': {
    make: (size) =>
      `${authentication}jwt:\n${many(size, (index) => `- issuer: {url: "https://${index}", audiences: [a]}\n  claimMappings: {username: {claim: sub, prefix: ""}}\n`).join('')}`,
    read: readAuthenticationConfiguration,
  },
  'authorization-config': {
    make: (size) =>
      `${authorization}authorizers:\n${many(size, (index) => `- {type: Node, name: n${index}}\n`).join('')}`,
    read: readAuthorizationConfiguration,
  },
  'encryption-provider-config': {
    make: (size) =>
      `${encryption}resources:\n- resources: [secrets]\n  providers:\n  - aescbc:\n      keys:\n${many(size, (index) => `      - {name: k${index}, secret: ${key}}\n`).join('')}`,
    read: parseEncryptionConfiguration,
  },
  'token-auth-file': {
    make: (size) => many(size, (index) => `token${index},user${index},uid,"a,b"\n`).join(''),
    read: (text) => parseTokens(text, 'tokens.csv'),
  },
  'audit-webhook-config-file': kubeconfig(),
  'authentication-token-webhook-config-file': kubeconfig(),
  'authorization-webhook-config-file': kubeconfig(),
};

/** Files without repeatable parts: their parsers have separate tests. */
const otherFiles: Readonly<Record<string, string>> = {
  'authorization-policy-file': 'one line for each policy, each read by itself',
  'admission-control-config-file': 'YAML, read as above, of as many plug-ins as there are',
  'egress-selector-config-file': 'YAML, read as above, of three selections at most',
  'tracing-config-file': 'YAML, read as above, of two fields',
  'runtime-config': 'no file',
  'client-ca-file': 'PEM',
  'etcd-cafile': 'PEM',
  'etcd-certfile': 'PEM',
  'etcd-keyfile': 'PEM',
  'oidc-ca-file': 'PEM',
  'peer-ca-file': 'PEM',
  'proxy-client-cert-file': 'PEM',
  'proxy-client-key-file': 'PEM',
  'requestheader-client-ca-file': 'PEM',
  'service-account-key-file': 'PEM',
  'service-account-signing-key-file': 'PEM',
  'tls-cert-file': 'PEM',
  'tls-private-key-file': 'PEM',
};

function kubeconfig(): ConfigurationFile {
  const cluster = (index: number) => `- name: c${index}\n  cluster: {server: "https://${index}"}\n`;
  return {
    make: (size) => `apiVersion: v1\nkind: Config\nclusters:\n${many(size, cluster).join('')}users: []\ncontexts: []\n`,
    read: (text) => decodeKubeconfig(Buffer.from(text), 'kubeconfig'),
  };
}

test('there is a case for every flag that names a file', () => {
  const flags = Object.keys(kubeApiServerFlags).filter((name) => /(file|config)$/.test(name));
  expect([...Object.keys(configurationFiles), ...Object.keys(otherFiles)].sort()).toEqual(flags.sort());
});

describe('a configuration file is read in a time that grows with it', () => {
  test.each(Object.entries(configurationFiles))('%s', (name, { make, read }) =>
    expectLinear(name, { make, run: read, upTo: isFull ? 20_000 : 1000, within: isFull ? 30_000 : 3000 }),
  );
});
