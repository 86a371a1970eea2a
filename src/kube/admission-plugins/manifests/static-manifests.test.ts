import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { metadataOf } from '../../../apimachinery/meta/index.js';
import { FeatureGates } from '../../../server/feature-gates/index.js';
import { checkBindings, policyKinds, webhookKinds } from './manifest-kinds.js';
import type { ManifestKind } from './manifest-objects.js';
import { checkManifestsDirectory } from './manifests-directory.js';
import { StaticManifests } from './static-manifests.js';

const { policy, binding } = policyKinds.validating;
const features = new FeatureGates({ settings: new Map([['ManifestBasedAdmissionControlConfig', true]]) });

let directory: string;
let stop: AbortController;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'trestle-manifests-'));
  stop = new AbortController();
});
afterEach(() => {
  stop.abort();
  rmSync(directory, { recursive: true });
});

/** Replaces a file as a whole. */
function write(name: string, text: string): void {
  writeFileSync(join(directory, `.${name}`), text);
  renameSync(join(directory, `.${name}`), join(directory, name));
}

const apiVersion = 'admissionregistration.k8s.io/v1';
const rules = '[{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]';
const policyOf = (name: string, spec = '') => `
apiVersion: ${apiVersion}
kind: ValidatingAdmissionPolicy
metadata: {name: ${name}}
spec: {matchConstraints: {resourceRules: ${rules}}, validations: [{expression: "true"}]${spec}}`;
const bindingOf = (name: string, policyName: string, spec = '') => `
apiVersion: ${apiVersion}
kind: ValidatingAdmissionPolicyBinding
metadata: {name: ${name}}
spec: {policyName: ${policyName}, validationActions: [Deny]${spec}}`;
const webhookOf = (clientConfig: string) => `
apiVersion: ${apiVersion}
kind: ValidatingWebhookConfiguration
metadata: {name: a.static.k8s.io}
webhooks: [{name: a.b.c, sideEffects: None, admissionReviewVersions: [v1], clientConfig: ${clientConfig}}]`;

function load(kinds: readonly ManifestKind[] = [policy, binding], onError = (_error: unknown) => {}) {
  const checkAll = (objectsOf: (kind: ManifestKind) => readonly never[]) =>
    checkBindings(objectsOf(policy), objectsOf(binding));
  return StaticManifests.load({
    directory,
    kinds,
    features,
    checkAll: checkAll as never,
    stopping: stop.signal,
    onError,
  });
}

describe('manifests', () => {
  it('are defaulted, and listed by name', async () => {
    write('b.yaml', [policyOf('b.static.k8s.io'), bindingOf('b.static.k8s.io', 'a.static.k8s.io')].join('\n---\n'));
    write('a.yml', policyOf('a.static.k8s.io'));
    write('c.txt', 'nothing');
    const policies = (await load()).lister(policy);
    expect([...policies.all()].map((each) => metadataOf(each).name)).toEqual(['a.static.k8s.io', 'b.static.k8s.io']);
    expect(policies.get({ name: 'b.static.k8s.io' })).toMatchObject({ spec: { failurePolicy: 'Fail' } });
  });

  it('follow changes of the files; a problem keeps what was in force', async () => {
    write('a.yaml', policyOf('a.static.k8s.io'));
    const onError = vi.fn();
    const manifests = await load(undefined, onError);
    const policies = manifests.lister(policy);
    write('a.yaml', policyOf('b.static.k8s.io'));
    await vi.waitFor(() => expect(policies.get({ name: 'b.static.k8s.io' })).toBeDefined(), 20_000);
    write('a.yaml', 'kind: Nothing');
    await vi.waitFor(() => expect(onError).toHaveBeenCalled(), 20_000);
    expect(policies.get({ name: 'b.static.k8s.io' })).toBeDefined();
  });

  it.each<[string, string]>([
    [policyOf('a'), '"a" in file "FILE" must have a name ending with ".static.k8s.io"'],
    [policyOf('""'), 'ValidatingAdmissionPolicy "": metadata.name: Required value: name or generateName is required'],
    [
      `${policyOf('a.static.k8s.io')}\n---\n${policyOf('a.static.k8s.io')}`,
      'duplicate name "a.static.k8s.io" found in file "FILE" (previously seen in "FILE")',
    ],
    [policyOf('a.static.k8s.io', ', other: 1'), 'strict decoding error: unknown field "spec.other"'],
    [
      policyOf('a.static.k8s.io', ', paramKind: {apiVersion: v1, kind: ConfigMap}'),
      'ValidatingAdmissionPolicy "a.static.k8s.io": spec.paramKind is not supported for static manifests',
    ],
    [
      bindingOf('a.static.k8s.io', 'a'),
      'binding "a.static.k8s.io": spec.policyName "a" must end with ".static.k8s.io"',
    ],
    ['# nothing', "Object 'Kind' is missing in '# nothing'"],
  ])('%# are refused', async (text, problem) => {
    const file = join(directory, 'a.yaml');
    write('a.yaml', text);
    await expect(load()).rejects.toThrow(new Error(`error loading ${file}: ${problem.replaceAll('FILE', file)}`));
  });

  it('with a binding of a policy that is elsewhere are refused', async () => {
    write('a.yaml', bindingOf('a.static.k8s.io', 'b.static.k8s.io'));
    const missing = 'policy "b.static.k8s.io" which does not exist in the manifest directory';
    await expect(load()).rejects.toThrow(new Error(`binding "a.static.k8s.io" references ${missing}`));
  });

  it.each([
    ['{service: {name: a, namespace: b}}', 'clientConfig.service is not supported for static manifests'],
    ['{url: "https://a.b"}', undefined],
  ])('of webhooks have URLs: %s', async (clientConfig, problem) => {
    write('a.yaml', webhookOf(clientConfig));
    const loading = load([webhookKinds.validating]);
    if (problem === undefined) expect([...(await loading).lister(webhookKinds.validating).all()]).toHaveLength(1);
    else await expect(loading).rejects.toThrow(problem);
  });
});

it.each<[string, FeatureGates, string]>([
  ['a', features, 'staticManifestsDir: Invalid value: "a": must be an absolute file path'],
  ['/none/at/all', features, 'unable to read: stat /none/at/all: no such file or directory'],
  ['/dev/null', features, 'staticManifestsDir: Invalid value: "/dev/null": must be a directory'],
  [
    '/',
    new FeatureGates(),
    'staticManifestsDir: Forbidden: staticManifestsDir requires the ManifestBasedAdmissionControlConfig feature gate to be enabled',
  ],
])('the directory cannot be %s', (path, gates, problem) =>
  expect(checkManifestsDirectory(path, gates)).rejects.toThrow(problem),
);
