import { kubeLongRunningRules, longRunningCheck, requestInfoOf } from '../../dist/server/routing/index.js';
import { nanosecondsPerCall } from '../harness.mjs';

export const title = 'what a request is about';

const noQuery = new URLSearchParams();
const watchQuery = new URLSearchParams('watch=true&allowWatchBookmarks=true&resourceVersion=12345&timeoutSeconds=420');
const nameQuery = new URLSearchParams('watch=true&fieldSelector=metadata.name%3Dweb&timeoutSeconds=420');
const requests = [
  ['get of a named object', 'GET', '/apis/apps/v1/namespaces/default/deployments/web', noQuery],
  ['list in a namespace', 'GET', '/api/v1/namespaces/default/pods', noQuery],
  ['watch of all namespaces', 'GET', '/apis/discovery.k8s.io/v1/endpointslices', watchQuery],
  ['watch of one object by field selector', 'GET', '/api/v1/namespaces/default/pods', nameQuery],
  ['patch of a status', 'PATCH', '/api/v1/namespaces/kube-system/pods/web-7d9c6b5f4-abcde/status', noQuery],
  ['health check', 'GET', '/livez', noQuery],
];

export async function run(bench) {
  for (const [what, method, path, query] of requests) {
    const nanoseconds = nanosecondsPerCall(() => requestInfoOf(method, path, { query }).verb);
    bench.row(what, nanoseconds, 'ns', what.includes('selector') ? {} : { atMost: 1000 });
  }
  const isLongRunning = longRunningCheck(kubeLongRunningRules);
  const info = requestInfoOf('GET', '/api/v1/namespaces/default/pods/web/status', { query: noQuery });
  bench.row(
    'whether it is long-running',
    nanosecondsPerCall(() => isLongRunning(info)),
    'ns',
    { atMost: 100 },
  );
}
