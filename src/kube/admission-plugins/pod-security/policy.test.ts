import { describe, expect, it } from 'vitest';
import { fieldErrorMessage } from '../../../apimachinery/validation/index.js';
import { readPodSecurityConfiguration } from './configuration.js';
import { levelVersionText } from './level-version.js';
import { modes, policyOf } from './policy.js';

const { defaults } = readPodSecurityConfiguration(undefined);

function read(labels: Record<string, string>, base = defaults) {
  const prefixed = Object.entries(labels).map(([label, value]) => [`pod-security.kubernetes.io/${label}`, value]);
  const { policy, errors } = policyOf(Object.fromEntries(prefixed), base);
  const text = modes.map((mode) => levelVersionText(policy[mode])).join(' ');
  return { text, errors: errors.map(fieldErrorMessage) };
}

describe('the labels of a namespace', () => {
  it.each<[Record<string, string>, string]>([
    [{}, 'privileged:latest privileged:latest privileged:latest'],
    [{ enforce: 'baseline' }, 'baseline:latest privileged:latest baseline:latest'],
    [{ enforce: 'baseline', 'enforce-version': 'v1.0' }, 'baseline:v1.0 privileged:latest baseline:v1.0'],
    [{ enforce: 'baseline', 'warn-version': 'v1.30' }, 'baseline:latest privileged:latest baseline:v1.30'],
    [{ enforce: 'restricted', warn: 'privileged' }, 'restricted:latest privileged:latest privileged:latest'],
    [{ audit: 'restricted', 'audit-version': 'v1.22' }, 'privileged:latest restricted:v1.22 privileged:latest'],
    [{ warn: 'baseline' }, 'privileged:latest privileged:latest baseline:latest'],
    [{ 'enforce-version': 'v1.99' }, 'privileged:v1.99 privileged:latest privileged:latest'],
  ])('%j make the policy %s', (labels, text) => {
    expect(read(labels)).toEqual({ text, errors: [] });
  });

  it('add to what is the default', () => {
    const base = readPodSecurityConfiguration({
      apiVersion: 'pod-security.admission.config.k8s.io/v1',
      kind: 'PodSecurityConfiguration',
      defaults: { warn: 'restricted', 'warn-version': 'v1.20', audit: 'baseline' },
    }).defaults;
    expect(read({ enforce: 'baseline' }, base).text).toBe('baseline:latest baseline:latest restricted:v1.20');
  });

  it.each<[Record<string, string>, string, string]>([
    [
      { enforce: 'Baseline' },
      'restricted:latest privileged:latest privileged:latest',
      'must be one of privileged, baseline, restricted',
    ],
    [
      { audit: '' },
      'privileged:latest privileged:latest privileged:latest',
      'must be one of privileged, baseline, restricted',
    ],
    [
      { warn: 'x', enforce: 'baseline' },
      'baseline:latest privileged:latest privileged:latest',
      'must be one of privileged, baseline, restricted',
    ],
    [
      { 'enforce-version': '1.20' },
      'privileged:latest privileged:latest privileged:latest',
      'must be "latest" or "v1.x"',
    ],
    [
      { 'audit-version': 'v1.01' },
      'privileged:latest privileged:latest privileged:latest',
      'must be "latest" or "v1.x"',
    ],
    [{ 'warn-version': 'v2.0' }, 'privileged:latest privileged:latest privileged:latest', 'must be "latest" or "v1.x"'],
    [
      { 'warn-version': 'v1.9223372036854775808' },
      'privileged:latest privileged:latest privileged:latest',
      'must be "latest" or "v1.x"',
    ],
  ])('%j are refused, and taken for %s', (labels, text, problem) => {
    const [label, value] = Object.entries(labels)[0]!;
    expect(read(labels)).toEqual({
      text,
      errors: [`metadata.labels[pod-security.kubernetes.io/${label}]: Invalid value: "${value}": ${problem}`],
    });
  });
});

describe('a PodSecurityConfiguration', () => {
  const read = (more: object, version = 'v1') =>
    readPodSecurityConfiguration({
      apiVersion: `pod-security.admission.config.k8s.io/${version}`,
      kind: 'PodSecurityConfiguration',
      ...more,
    });

  it.each(['v1', 'v1beta1', 'v1alpha1'])('of %s has defaults and exemptions', (version) => {
    const { defaults, exemptions } = read(
      {
        defaults: { enforce: 'baseline', 'enforce-version': 'v1.30' },
        exemptions: { usernames: ['system:admin'], namespaces: ['kube-system'], runtimeClasses: ['a.b'] },
      },
      version,
    );
    expect(modes.map((mode) => levelVersionText(defaults[mode]))).toEqual([
      'baseline:v1.30',
      'privileged:latest',
      'privileged:latest',
    ]);
    expect(exemptions).toEqual({
      usernames: new Set(['system:admin']),
      namespaces: new Set(['kube-system']),
      runtimeClasses: new Set(['a.b']),
    });
  });

  it.each<[string, object, string | RegExp]>([
    [
      'an unknown kind',
      { kind: 'Pod' },
      'no kind "Pod" is registered for version "pod-security.admission.config.k8s.io/v1"',
    ],
    ['an unknown field', { defaults: { deny: 'x' } }, 'strict decoding error: unknown field "defaults.deny"'],
    [
      'unknown levels and versions',
      { defaults: { enforce: 'x', 'warn-version': '1' } },
      'PodSecurity configuration error: [enforce: must be one of privileged, baseline, restricted, warn-version: must be "latest" or "v1.x"]',
    ],
    [
      'names twice, or none',
      { exemptions: { namespaces: ['a', 'a'], usernames: [''] } },
      'PodSecurity invalid: [exemptions.namespaces[1]: Duplicate value: "a", exemptions.usernames[0]: Invalid value: "": username must not be empty]',
    ],
    [
      'bad names',
      { exemptions: { runtimeClasses: ['A'] } },
      /^PodSecurity invalid: exemptions\.runtimeClasses\[0\]: Invalid value: "A": a lowercase RFC 1123 subdomain/,
    ],
  ])('with %s is refused', (_what, more, problem) => {
    expect(() => read(more)).toThrow(problem);
  });
});
