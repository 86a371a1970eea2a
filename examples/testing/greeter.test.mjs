// A controller and its test: `node --test examples/testing`. The controller gives every ConfigMap with a `name` a greeting.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { Informer } from 'trestle/client/informer';
import { TestServer } from 'trestle/testing';

const configMaps = { group: '', version: 'v1', resource: 'configmaps' };

function startGreeter(client) {
  const resource = client.resource(configMaps);
  const greet = async ({ metadata, data }) => {
    if (!data?.name || data.greeting) return;
    const body = { data: { greeting: `hello, ${data.name}` } };
    await resource.inNamespace(metadata.namespace).patch(metadata.name, { type: 'merge', body });
  };
  const informer = new Informer({ source: resource });
  informer.addHandler({ added: greet, updated: (_, object) => greet(object) });
  informer.start();
  return informer;
}

let server, state, greeter;
before(async () => {
  server = await TestServer.start();
  greeter = startGreeter(server.client);
  state = await server.save();
});
beforeEach(() => state.restore());
after(async () => {
  await greeter.close();
  await server.close();
});

test('greets by name', async () => {
  const resource = server.client.resource(configMaps, 'default');
  const { metadata } = await resource.create({ metadata: { name: 'world' }, data: { name: 'world' } });
  for await (const { object } of resource.watch({ resourceVersion: metadata.resourceVersion })) {
    assert.equal(object.data.greeting, 'hello, world');
    break;
  }
});

test('begins anew with every test', async () => {
  const { items } = await server.client.resource(configMaps, 'default').list();
  assert.ok(!items.some(({ metadata }) => metadata.name === 'world'));
});
