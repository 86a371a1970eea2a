import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { admissionPlugins } from './index.js';

const source = fileURLToPath(new URL('../../', import.meta.url));
const listFile = 'kube/admission-plugins/list.ts';

const files = new Map(
  readdirSync(source, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts') && !/\.(test|test\.support|generated)\.ts$/.test(file))
    .map((file) => [file, readFileSync(join(source, file), 'utf8')]),
);

/** The files that each file imports. */
const imports = new Map(
  [...files].map(([file, text]) => {
    const found = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)\.js'/g)];
    return [file, new Set(found.map(([, path]) => `${relative(source, resolve(source, dirname(file), path!))}.ts`))];
  }),
);

/** The file that declares the name of a plug-in, in the order of the list. */
const declarations = new Map(
  admissionPlugins.map(({ name }) => {
    const declaring = [...files].filter(([, text]) =>
      new RegExp(`^ +name: '${name}',$|= \\{ name: '${name}',`, 'm').test(text),
    );
    return [name, declaring.map(([file]) => file)];
  }),
);

/** Names that are also those of a kind, of a field, or of an authorization mode. */
const sharedNames = new Set([
  'AlwaysDeny',
  'MutatingAdmissionPolicy',
  'Priority',
  'ResourceQuota',
  'RuntimeClass',
  'ServiceAccount',
  'ValidatingAdmissionPolicy',
]);

/** The generic library has the plug-ins that extension API servers run as well. */
const genericFiles = new Set(['server/options/admission-lists.ts', 'server/admission/namespace-lifecycle.ts']);

test('the list is in the order of upstream', () => {
  expect(admissionPlugins.map(({ name }) => name)).toEqual([
    'AlwaysAdmit',
    'NamespaceAutoProvision',
    'NamespaceLifecycle',
    'NamespaceExists',
    'LimitPodHardAntiAffinityTopology',
    'LimitRanger',
    'ServiceAccount',
    'NodeRestriction',
    'TaintNodesByCondition',
    'AlwaysPullImages',
    'ImagePolicyWebhook',
    'PodSecurity',
    'PodNodeSelector',
    'Priority',
    'DefaultTolerationSeconds',
    'PodTolerationRestriction',
    'EventRateLimit',
    'ExtendedResourceToleration',
    'DefaultStorageClass',
    'StorageObjectInUseProtection',
    'PodGroupProtection',
    'OwnerReferencesPermissionEnforcement',
    'PersistentVolumeClaimResize',
    'RuntimeClass',
    'CertificateApproval',
    'CertificateSigning',
    'ClusterTrustBundleAttest',
    'CertificateSubjectRestriction',
    'DefaultIngressClass',
    'DenyServiceExternalIPs',
    'PodTopologyLabels',
    'PodGroupWorkloadExists',
    'NodeDeclaredFeatureValidator',
    'JobValidation',
    'PodResizeValidator',
    'MutatingAdmissionPolicy',
    'MutatingAdmissionWebhook',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionWebhook',
    'ResourceQuota',
    'AlwaysDeny',
  ]);
});

describe('adding a plug-in touches its own file, and the list', () => {
  const listed = [...imports.get(listFile)!].filter((file) => !file.endsWith('/plugin-definition.ts'));

  test('which imports one file for each plug-in', () => {
    expect(new Set(listed).size).toBe(admissionPlugins.length);
  });

  test.each(listed)('as nothing else imports %s', (module) => {
    const folder = dirname(module);
    const own = folder === dirname(listFile) ? module : `${folder}/`;
    const importers = [...files.keys()].filter((file) => !file.startsWith(own) && imports.get(file)!.has(module));
    expect(importers).toEqual([listFile]);
  });

  test.each(admissionPlugins.map(({ name }) => name))('as nothing else contains the name %s', (name) => {
    const [declaration, ...others] = declarations.get(name)!.filter((file) => /admission/.test(file));
    expect([typeof declaration, others]).toEqual(['string', []]);
    if (sharedNames.has(name)) return;
    const elsewhere = [...files].filter(
      ([file, text]) => file !== declaration && !genericFiles.has(file) && text.includes(`'${name}'`),
    );
    expect(elsewhere.map(([file]) => file)).toEqual([]);
  });
});
