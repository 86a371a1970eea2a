import { expect, test } from 'vitest';
import { EmbeddedStorage } from '../../storage/embedded/index.js';
import { EncryptedResources, identityTransformer } from '../../storage/encryption/index.js';
import { OverriddenStorage } from './overridden-storage.js';

test('resources are in the storage that an override names, also when they are encrypted', async () => {
  const [main, events] = [await EmbeddedStorage.open({}), await EmbeddedStorage.open({})];
  const storage = new OverriddenStorage(main, [{ resource: { group: '', resource: 'events' }, storage: events }]);
  const transformers = { forResource: () => identityTransformer, keySources: [] };
  for (const outer of [storage, new EncryptedResources({ storage, transformers })]) {
    const put = (group: string, resource: string) =>
      outer
        .forResource({ group, resource })
        .commit([{ type: 'put', key: `/${resource}/${group}`, value: Buffer.from('{}') }]);
    await put('', 'events');
    await put('events.k8s.io', 'events');
    await put('', 'pods');
    const keys = async (place: EmbeddedStorage) => (await place.range('/')).entries.map(({ key }) => key);
    expect(await keys(events)).toEqual(['/events/', '/events/events.k8s.io']);
    expect(await keys(main)).toEqual(['/pods/']);
  }
  await main.close();
  await events.close();
});
