import { expect, test } from 'vitest';
import type { Storage } from '../../storage/index.js';
import { SampleServer } from '../sample-server.test.support.js';
import { StoreLister } from './index.js';

test('an object that cannot be read is reported and omitted', async () => {
  const key = '/wardle.example.com/flunders/a/bad';
  const before = async (storage: Storage): Promise<void> => {
    await storage.commit([{ type: 'put', key, value: Buffer.from('rubbish') }]);
  };
  const server = await SampleServer.start({ before });
  const body = { apiVersion: 'wardle.example.com/v1', kind: 'Flunder', metadata: { name: 'x' } };
  await server.call('POST', '/apis/wardle.example.com/v1/namespaces/a/flunders', { body });
  const store = server.server.store('wardle.example.com', 'flunders');
  const errors: unknown[] = [];
  const objects = new StoreLister({ store: () => store, onError: (error) => errors.push(error) });
  await objects.ready();
  expect([...objects.inNamespace('a').keys()]).toEqual(['x']);
  expect(errors).toEqual([new Error(`${key} cannot be read`)]);
  await server.close();
});

test('objects are listed from the first call on, and changes as soon as they are written', async () => {
  const server = await SampleServer.start();
  const write = (method: string, name: string, size: number) =>
    server.call(method, `/apis/wardle.example.com/v1/namespaces/a/flunders${method === 'POST' ? '' : `/${name}`}`, {
      body: { apiVersion: 'wardle.example.com/v1', kind: 'Flunder', metadata: { name }, spec: { size } },
    });
  await write('POST', 'x', 1);
  const onError = (error: unknown) => expect.unreachable(String(error));
  const objects = new StoreLister({ store: () => server.server.store('wardle.example.com', 'flunders'), onError });
  expect([...objects.all()]).toEqual([]);
  await objects.ready();
  expect(objects.ready()).toBeUndefined();
  const sizes = () => [...objects.all()].map(({ spec }) => spec);
  expect(sizes()).toEqual([{ size: 1 }]);
  await write('PUT', 'x', 2);
  await write('POST', 'y', 3);
  expect(sizes()).toEqual([{ size: 2 }, { size: 3 }]);
  expect(objects.get({ namespace: 'a', name: 'y' })).toMatchObject({ spec: { size: 3 } });
  await server.call('DELETE', '/apis/wardle.example.com/v1/namespaces/a/flunders/x');
  expect([...objects.inNamespace('a').keys()]).toEqual(['y']);
  expect(objects.inNamespace('b').size).toBe(0);
  await server.close();
});
