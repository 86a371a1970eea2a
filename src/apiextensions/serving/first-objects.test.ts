import { expect, test } from 'vitest';
import { EmbeddedStorage } from '../../storage/embedded/index.js';
import { FirstObjects } from './first-objects.js';

const apples = '/example.com/apples/';

/** The content of a store with one object, a pear. */
async function content(): Promise<FirstObjects> {
  const storage = await EmbeddedStorage.open();
  await storage.commit([{ type: 'put', key: '/example.com/pears/a', value: Buffer.from('{}') }]);
  return new FirstObjects(storage);
}

test('a resource has objects once the first one is created, or if some are stored', async () => {
  const known = await content();
  expect(await known.hasObjects(apples)).toBe(false);
  expect(await known.hasObjects('/example.com/pears/')).toBe(true);
  known.see(apples);
  expect(await known.hasObjects(apples)).toBe(true);
  known.forget(apples);
  expect(await known.hasObjects(apples)).toBe(false);
});

test('a callback is called once, unless it was cancelled', async () => {
  const known = await content();
  const called: string[] = [];
  known.onFirstObject(apples, () => called.push('first'));
  known.onFirstObject(apples, () => called.push('cancelled'))();
  known.onFirstObject('/example.com/plums/', () => called.push('plums'));
  known.see(apples);
  known.see(apples);
  expect(called).toEqual(['first']);
  known.onFirstObject(apples, () => called.push('late'));
  expect(called).toEqual(['first', 'late']);
});

test('an object that is found calls back, too', async () => {
  const known = await content();
  const called: string[] = [];
  known.onFirstObject('/example.com/pears/', () => called.push('pears'));
  await known.hasObjects('/example.com/pears/');
  expect(called).toEqual(['pears']);
});
