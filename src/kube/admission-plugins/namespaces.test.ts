import { describe, expect, test } from 'vitest';
import { alreadyExists, invalid } from '../../apimachinery/status/index.js';
import { NamespaceAutoProvision } from './namespace-auto-provision.js';
import { NamespaceExists } from './namespace-exists.js';
import { admitted, refusal } from './plugin.test.support.js';

describe('a namespace', () => {
  const find = async (name: string) => (name === 'there' ? { value: Buffer.from('{}'), revision: 1n } : undefined);
  const inNamespace = (namespace: string) => ({ resource: 'pods', namespace, object: { metadata: { name: 'p' } } });
  const itself = {
    resource: 'namespaces',
    kind: { group: '', version: 'v1', kind: 'Namespace' },
    namespace: 'new',
    object: {},
  };

  test('has to be there', async () => {
    const plugin = new NamespaceExists(find);
    expect(await refusal(plugin, 'validate', inNamespace('there'))).toBeUndefined();
    expect(await refusal(plugin, 'validate', inNamespace(''))).toBeUndefined();
    expect(await refusal(plugin, 'validate', itself)).toBeUndefined();
    expect(await refusal(plugin, 'validate', inNamespace('gone'))).toBe('404 namespaces "gone" not found');
  });

  test('is made for what is written in it', async () => {
    const made: string[] = [];
    const plugin = new NamespaceAutoProvision({ find, create: async (name) => made.push(name) });
    for (const name of ['there', '', 'new']) await admitted(plugin, inNamespace(name));
    await admitted(plugin, { ...inNamespace('tried'), dryRun: true });
    await admitted(plugin, itself);
    expect(made).toEqual(['new']);
  });

  test('that another request creates at the same time is accepted, one that cannot be created is not', async () => {
    const failing = (error: Error) =>
      new NamespaceAutoProvision({
        find,
        create: async () => {
          throw error;
        },
      });
    const exists = failing(alreadyExists({ group: '', resource: 'namespaces' }, 'new'));
    expect(await refusal(exists, 'admit', inNamespace('new'))).toBeUndefined();
    const wrong = failing(invalid({ group: '', kind: 'Namespace' }, 'new', []));
    expect(await refusal(wrong, 'admit', inNamespace('new'))).toMatch(
      /^403 pods "p" is forbidden: Namespace "new" is invalid/,
    );
  });
});
