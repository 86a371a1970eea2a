import { expect, it } from 'vitest';
import { basicLongRunningRules, kubeLongRunningRules, longRunningCheck } from './long-running.js';
import { requestInfoOf } from './request-info.js';

const kube = longRunningCheck(kubeLongRunningRules);
const basic = longRunningCheck(basicLongRunningRules);

it.each([
  ['/api/v1/pods?watch=1', { kube: true, basic: true }],
  ['/api/v1/watch/pods', { kube: true, basic: true }],
  ['/api/v1/pods', { kube: false, basic: false }],
  ['/api/v1/proxy/nodes/n', { kube: true, basic: false }],
  ['/api/v1/namespaces/n/pods/p/exec', { kube: true, basic: false }],
  ['/api/v1/namespaces/n/pods/p/attach', { kube: true, basic: false }],
  ['/api/v1/namespaces/n/pods/p/portforward', { kube: true, basic: false }],
  ['/api/v1/namespaces/n/pods/p/log', { kube: true, basic: false }],
  ['/api/v1/namespaces/n/services/s/proxy/path', { kube: true, basic: false }],
  ['/api/v1/namespaces/n/pods/p/status', { kube: false, basic: false }],
  ['/debug/pprof/profile', { kube: true, basic: true }],
  ['/debug/pprof', { kube: false, basic: false }],
  ['/healthz/log', { kube: false, basic: false }],
])('%s is long-running: %o', (url, expected) => {
  const [path = '', query] = url.split('?');
  const info = requestInfoOf('GET', path, { query: new URLSearchParams(query) });
  expect({ kube: kube(info), basic: basic(info) }).toEqual(expected);
});
