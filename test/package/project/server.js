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

/** Of what a server has open; runners have timers, pipes and ports of their own. */
const connections = () => process.getActiveResourcesInfo().filter((name) => /^(TCP|TLS|HTTP|FSEvent)/.test(name));

/** Fifty servers at once, each with an object of its own; returns the objects, and what is open afterwards. */
exports.useManyServers = async function useManyServers({ TestServer }) {
  const before = connections().length;
  const servers = await Promise.all(Array.from({ length: 50 }, () => TestServer.start()));
  const found = servers.map(async ({ client }, index) => {
    const objects = client.resource(configMaps, 'default');
    await objects.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `only-here-${index}` } });
    const { items } = await objects.list();
    return items.map((item) => item.metadata.name).filter((name) => name.startsWith('only-here'));
  });
  const names = await Promise.all(found);
  await Promise.all(servers.map((server) => server.close()));
  await new Promise(setImmediate);
  return { names, open: connections().length - before };
};

exports.expectedOfMany = { names: Array.from({ length: 50 }, (_, index) => [`only-here-${index}`]), open: 0 };

exports.expected = {
  names: ['a'],
  refusal:
    'configmaps is forbidden: User "jane" cannot list resource "configmaps" in API group "" in the namespace "default"',
};
