// What every suite does, under each runner: a server, an object, a user without permissions, a fork.
const configMaps = { group: '', version: 'v1', resource: 'configmaps' };

exports.useServer = async function useServer({ TestServer }) {
  const server = await TestServer.start();
  try {
    const objects = server.client.resource(configMaps, 'default');
    await objects.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { x: 'y' } });
    const jane = await server.addUser({ name: 'jane', groups: ['dev'] });
    const refusal = await jane.client
      .resource(configMaps, 'default')
      .list()
      .catch((error) => error.message);
    const fork = await server.fork();
    const { items } = await fork.client.resource(configMaps, 'default').list();
    await fork.close();
    // Controllers create others.
    const names = items.map((item) => item.metadata.name).filter((name) => name === 'a');
    return { names, refusal };
  } finally {
    await server.close();
  }
};

exports.expected = {
  names: ['a'],
  refusal:
    'configmaps is forbidden: User "jane" cannot list resource "configmaps" in API group "" in the namespace "default"',
};
