import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cborCodec, decodeYamlStrict } from '../../src/apimachinery/codec/index.js';
import { readPluginSections } from '../../src/app/admission/plugin-sections.js';
import { kubeApiServerFlags } from '../../src/app/config/index.js';
import { decodeKubeconfig } from '../../src/client/kubeconfig/decode-kubeconfig.js';
import { decodeAuditPolicy } from '../../src/server/audit/decode-policy.js';
import { readAuthenticationConfiguration } from '../../src/server/authentication/jwt/read-authentication-configuration.js';
import { parseTokens } from '../../src/server/authentication/token-file.js';
import { readPolicies } from '../../src/server/authorization/abac/read-policies.js';
import { readAuthorizationConfiguration } from '../../src/server/authorization/configuration/read-authorization-configuration.js';
import { parseEncryptionConfiguration } from '../../src/storage/encryption/parse-configuration.js';
import { expectLinear } from '../support/growth.js';
import { workMilliseconds } from '../support/machine-speed.js';
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

/** CBOR of about that many bytes. */
const items: Record<string, (size: number) => Buffer> = {
  integers: (size) => Buffer.concat([Buffer.from([0x9f]), Buffer.alloc(size, 0x01), Buffer.from([0xff])]),
  'empty maps': (size) => Buffer.concat([Buffer.from([0x9f]), Buffer.alloc(size, 0xa0), Buffer.from([0xff])]),
  keys: (size) => cborCodec.encode(Object.fromEntries(many(size / 8, (index) => [`k${index}`, 1]))),
  'a string': (size) => cborCodec.encode('x'.repeat(size)),
  'a string in chunks': (size) => Buffer.concat([Buffer.from([0x5f]), chunks(size, 0x41, 0x78), Buffer.from([0xff])]),
  'a text in chunks': (size) => Buffer.concat([Buffer.from([0x7f]), chunks(size, 0x61, 0x78), Buffer.from([0xff])]),
  tags: (size) => Buffer.concat([Buffer.from([0x9f]), chunks(size, 0xc6, 0x01), Buffer.from([0xff])]),
  'nested tags': (size) => Buffer.concat([Buffer.alloc(Math.min(size, 9000), 0xc6), Buffer.alloc(1, 0x01)]),
  'nested arrays': (size) => Buffer.concat([Buffer.alloc(Math.min(size, 9000), 0x81), Buffer.alloc(1, 0x01)]),
  'long numbers': (size) => cborCodec.encode(many(size / 9, (index) => 2n ** 60n + BigInt(index))),
  'an array without an end': (size) => Buffer.alloc(size, 0x9f),
};

function chunks(size: number, ...bytes: number[]): Buffer {
  return Buffer.alloc(size - (size % bytes.length), Buffer.from(bytes));
}

describe('CBOR is read and written in a time that grows with it', () => {
  test.each(Object.entries(items))('%s', (name, make) =>
    expectLinear(name, { make, run: (bytes) => cborCodec.encode(cborCodec.decodeStrict(bytes).value), upTo, within }),
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

/** The same for files whose readers are asynchronous, because they may name other files. */
const openedFiles: Record<string, { make(size: number): string; read(file: string): Promise<unknown> }> = {
  'admission-control-config-file': {
    make: (size) =>
      `apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\nplugins:\n${many(size, (index) => `- {name: p${index}, configuration: {a: [${index}]}}\n`).join('')}`,
    read: (file) => readPluginSections(file, [{ name: 'p0' }, { name: 'PodNodeSelector' }]),
  },
  'authorization-policy-file': {
    make: (size) =>
      many(
        size,
        (index) =>
          `{"apiVersion":"abac.authorization.kubernetes.io/v1beta1","kind":"Policy","spec":{"user":"u${index}","resource":"pods"}}\n`,
      ).join(''),
    read: readPolicies,
  },
};

/** Files without repeatable parts: their parsers have separate tests. */
const otherFiles: Readonly<Record<string, string>> = {
  'egress-selector-config-file': 'not supported: it is not read',
  'tracing-config-file': 'not supported: it is not read',
  'runtime-config': 'no file',
  'client-ca-file': 'PEM',
  'cluster-signing-cert-file': 'PEM',
  'cluster-signing-key-file': 'PEM',
  'etcd-cafile': 'PEM',
  'etcd-certfile': 'PEM',
  'etcd-keyfile': 'PEM',
  'oidc-ca-file': 'PEM',
  'peer-ca-file': 'PEM',
  'proxy-client-cert-file': 'PEM',
  'proxy-client-key-file': 'PEM',
  'requestheader-client-ca-file': 'PEM',
  'root-ca-file': 'published as it is',
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
  const cases = [configurationFiles, openedFiles, otherFiles].flatMap((files) => Object.keys(files));
  expect(cases.sort()).toEqual(flags.sort());
});

describe('a configuration file is read in a time that grows with it', () => {
  test.each(Object.entries(configurationFiles))('%s', (name, { make, read }) =>
    expectLinear(name, { make, run: read, upTo: isFull ? 20_000 : 1000, within: isFull ? 30_000 : 3000 }),
  );
});

describe('a file that may name others is read in a time that grows with it', () => {
  test.each(Object.entries(openedFiles))('%s', async (_name, { make, read }) => {
    const directory = mkdtempSync(join(tmpdir(), 'scaling-'));
    const largest = isFull ? 20_000 : 2000;
    const milliseconds = async (size: number): Promise<number> => {
      const file = join(directory, `${size}`);
      writeFileSync(file, make(size));
      let shortest = Number.POSITIVE_INFINITY;
      for (let run = 0; run < 4; run++) {
        shortest = Math.min(shortest, await workMilliseconds(() => read(file)));
      }
      return shortest;
    };
    try {
      const [small, large] = [await milliseconds(largest / 8), await milliseconds(largest)];
      // Eight times the input; shorter times measure garbage collection and compilation.
      expect(large).toBeLessThan(24 * Math.max(small, 10));
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
