import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admissionPlugins } from '../../kube/index.js';
import { readPluginSections } from './plugin-sections.js';

describe('--admission-control-config-file', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'admission-'));
    await writeFile(join(directory, 'quota.yaml'), 'kind: Configuration\nlimitedResources: []\n');
  });
  afterAll(() => rm(directory, { recursive: true }));

  async function read(text: string, ...names: string[]) {
    const file = join(directory, 'admission.yaml');
    await writeFile(file, text);
    const enabled = admissionPlugins.filter(({ name }) => names.includes(name));
    return Object.fromEntries(await readPluginSections(file, enabled));
  }

  it.each(['apiserver.config.k8s.io/v1', 'apiserver.config.k8s.io/v1alpha1', 'apiserver.k8s.io/v1alpha1'])(
    'in %s has the configuration of plug-ins, or its path',
    async (apiVersion) => {
      const text = `
apiVersion: ${apiVersion}
kind: AdmissionConfiguration
plugins:
- name: PodSecurity
  configuration: {kind: PodSecurityConfiguration}
- name: PodSecurity
  path: not-there.yaml
- name: ResourceQuota
  path: quota.yaml
- name: EventRateLimit
  path: not-read.yaml
- name: NodeRestriction
`;
      expect(await read(text, 'PodSecurity', 'ResourceQuota', 'NodeRestriction')).toEqual({
        PodSecurity: { kind: 'PodSecurityConfiguration' },
        ResourceQuota: { kind: 'Configuration', limitedResources: [] },
      });
    },
  );

  it('may be of the form that it had for two plug-ins of old', async () => {
    const text = '{"imagePolicy":{"allowTTL":30}}';
    expect(await read(text, 'ImagePolicyWebhook', 'PodSecurity')).toEqual({
      ImagePolicyWebhook: { imagePolicy: { allowTTL: 30 } },
    });
  });

  it.each([
    ['is of no kind', '{}', "Object 'Kind' is missing"],
    ['is of another kind', '{kind: Pod, apiVersion: v1}', 'no kind "Pod" is registered for version "v1"'],
    [
      'has a key twice',
      'kind: AdmissionConfiguration\nkind: AdmissionConfiguration\n',
      'strict decoding error: yaml: unmarshal errors:\n  line 2: key "kind" already set in map',
    ],
    [
      'has an unknown field',
      '{kind: AdmissionConfiguration, apiVersion: apiserver.config.k8s.io/v1, plugins: [{foo: bar}]}',
      'strict decoding error: unknown field "plugins[0].foo"',
    ],
    ['is no document', 'kind: [', /^yaml: line 1: /],
  ])('that %s is refused', async (_, text, problem) => {
    await expect(read(text)).rejects.toThrow(problem);
  });

  it('must be there, and what it names', async () => {
    const missing = join(directory, 'missing.yaml');
    await expect(readPluginSections(missing, [])).rejects.toThrow(
      `unable to read admission control configuration from "${missing}" [open ${missing}: no such file or directory]`,
    );
    const text = JSON.stringify({
      apiVersion: 'apiserver.config.k8s.io/v1',
      kind: 'AdmissionConfiguration',
      plugins: [{ name: 'PodSecurity', path: missing }],
    });
    await expect(read(text, 'PodSecurity')).rejects.toThrow(
      `Couldn't open admission plugin configuration ${missing}: `,
    );
  });
});
