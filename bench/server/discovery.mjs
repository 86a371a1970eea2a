import { DiscoveryRegistry } from '../../dist/server/discovery/index.js';
import { nanosecondsPerCall } from '../harness.mjs';

export const title = 'discovery of 1,000 CRDs';

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
const crd = (index, more = {}) => ({
  version: 'v1',
  resources: [
    {
      name: `widgets${index}`,
      singularName: `widget${index}`,
      kind: `Widget${index}`,
      scope: 'Namespaced',
      verbs,
      shortNames: [`w${index}`],
      subresources: [{ name: 'status', kind: `Widget${index}`, verbs: ['get', 'patch', 'update'] }],
      ...more,
    },
  ],
});

export async function run(bench) {
  const fill = () => {
    const registry = new DiscoveryRegistry();
    for (let index = 0; index < 1000; index++) registry.setGroupVersion(`g${index}.example.com`, crd(index));
    return registry;
  };
  bench.row('adding one', nanosecondsPerCall(fill, { rounds: 3 }) / 1e6, 'µs', { atMost: 20 });
  const first = nanosecondsPerCall(() => fill().aggregated.etag, { rounds: 3 });
  bench.row('adding all, and the aggregated document', first / 1e6, 'ms', { atMost: 50 });

  const registry = fill();
  let changes = 0;
  const change = () => {
    registry.setGroupVersion('g500.example.com', crd(500, { categories: [`c${changes++ % 2}`] }));
    return registry;
  };
  bench.row('the aggregated document after a change', nanosecondsPerCall(() => change().aggregated.etag) / 1e6, 'ms', {
    atMost: 10,
  });
  bench.row('the list of groups after a change', nanosecondsPerCall(() => change().groupList) / 1e6, 'ms', {
    atMost: 5,
  });
}
