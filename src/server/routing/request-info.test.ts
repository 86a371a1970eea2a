import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RequestInfo, RequestInfoError, requestInfoOf } from './request-info.js';

function read(method: string, url: string): RequestInfo {
  const [path = '', query] = url.split('?');
  return requestInfoOf(method, path, { query: new URLSearchParams(query) });
}

type ResourceRow = [
  request: string,
  verb: string,
  prefix: string,
  group: string,
  version: string,
  namespace: string,
  resource: string,
  subresource: string,
  name: string,
  parts: string,
];

const resourceRows: ResourceRow[] = [
  ['GET /api/v1/namespaces', 'list', 'api', '', 'v1', '', 'namespaces', '', '', 'namespaces'],
  ['GET /api/v1/namespaces/other', 'get', 'api', '', 'v1', 'other', 'namespaces', '', 'other', 'namespaces,other'],
  ['GET /api/v1/namespaces/other/pods', 'list', 'api', '', 'v1', 'other', 'pods', '', '', 'pods'],
  ['GET /api/v1/namespaces/other/pods/foo', 'get', 'api', '', 'v1', 'other', 'pods', '', 'foo', 'pods,foo'],
  ['HEAD /api/v1/namespaces/other/pods/foo', 'get', 'api', '', 'v1', 'other', 'pods', '', 'foo', 'pods,foo'],
  ['HEAD /api/v1/pods', 'list', 'api', '', 'v1', '', 'pods', '', '', 'pods'],
  ['GET /api/v1/pods', 'list', 'api', '', 'v1', '', 'pods', '', '', 'pods'],
  ['GET /api/v1/pods/', 'list', 'api', '', 'v1', '', 'pods', '', '', 'pods'],
  ['GET /api/v1/nodes/a', 'get', 'api', '', 'v1', '', 'nodes', '', 'a', 'nodes,a'],
  ['POST /api/v1/namespaces', 'create', 'api', '', 'v1', '', 'namespaces', '', '', 'namespaces'],
  ['POST /api/v1/namespaces/other/pods', 'create', 'api', '', 'v1', 'other', 'pods', '', '', 'pods'],
  ['PUT /api/v1/namespaces/other/pods/foo', 'update', 'api', '', 'v1', 'other', 'pods', '', 'foo', 'pods,foo'],
  ['PATCH /api/v1/namespaces/other/pods/foo', 'patch', 'api', '', 'v1', 'other', 'pods', '', 'foo', 'pods,foo'],
  ['DELETE /api/v1/namespaces/other/pods/foo', 'delete', 'api', '', 'v1', 'other', 'pods', '', 'foo', 'pods,foo'],
  ['DELETE /api/v1/namespaces/other/pods', 'deletecollection', 'api', '', 'v1', 'other', 'pods', '', '', 'pods'],
  ['DELETE /api/v1/nodes', 'deletecollection', 'api', '', 'v1', '', 'nodes', '', '', 'nodes'],
  ['OPTIONS /api/v1/pods', '', 'api', '', 'v1', '', 'pods', '', '', 'pods'],
  // subresources, and those of namespaces
  [
    'GET /api/v1/namespaces/other/pods/foo/status',
    'get',
    'api',
    '',
    'v1',
    'other',
    'pods',
    'status',
    'foo',
    'pods,foo,status',
  ],
  [
    'GET /api/v1/namespaces/other/pods/a/proxy/b/c',
    'get',
    'api',
    '',
    'v1',
    'other',
    'pods',
    'proxy',
    'a',
    'pods,a,proxy,b,c',
  ],
  ['GET /api/v1/namespaces/n/status', 'get', 'api', '', 'v1', 'n', 'namespaces', 'status', 'n', 'namespaces,n,status'],
  [
    'PUT /api/v1/namespaces/n/finalize',
    'update',
    'api',
    '',
    'v1',
    'n',
    'namespaces',
    'finalize',
    'n',
    'namespaces,n,finalize',
  ],
  [
    'PUT /api/v1/namespaces/n/status/x',
    'update',
    'api',
    '',
    'v1',
    'n',
    'namespaces',
    'status',
    'n',
    'namespaces,n,status,x',
  ],
  ['GET /api/v1/namespaces/n/statuses', 'list', 'api', '', 'v1', 'n', 'statuses', '', '', 'statuses'],
  // groups
  [
    'GET /apis/apps/v1/namespaces/n/deployments/d/scale',
    'get',
    'apis',
    'apps',
    'v1',
    'n',
    'deployments',
    'scale',
    'd',
    'deployments,d,scale',
  ],
  [
    'GET /apis/rbac.authorization.k8s.io/v1/clusterroles',
    'list',
    'apis',
    'rbac.authorization.k8s.io',
    'v1',
    '',
    'clusterroles',
    '',
    '',
    'clusterroles',
  ],
  [
    'GET /apis/a/v1/namespaces/n/status',
    'get',
    'apis',
    'a',
    'v1',
    'n',
    'namespaces',
    'status',
    'n',
    'namespaces,n,status',
  ],
  // watches by query
  ['GET /api/v1/pods?watch=true', 'watch', 'api', '', 'v1', '', 'pods', '', '', 'pods'],
  ['GET /api/v1/pods?watch=1', 'watch', 'api', '', 'v1', '', 'pods', '', '', 'pods'],
  ['GET /api/v1/pods?watch', 'watch', 'api', '', 'v1', '', 'pods', '', '', 'pods'],
  ['GET /api/v1/pods?watch=False', 'list', 'api', '', 'v1', '', 'pods', '', '', 'pods'],
  ['GET /api/v1/pods?watch=0', 'list', 'api', '', 'v1', '', 'pods', '', '', 'pods'],
  ['GET /api/v1/pods?watch=true&timeoutSeconds=x', 'watch', 'api', '', 'v1', '', 'pods', '', '', 'pods'],
  ['GET /api/v1/namespaces/n/pods/p?watch=true', 'get', 'api', '', 'v1', 'n', 'pods', '', 'p', 'pods,p'],
  ['POST /api/v1/namespaces/n/pods?watch=true', 'create', 'api', '', 'v1', 'n', 'pods', '', '', 'pods'],
  // verbs in the path
  ['GET /api/v1/watch/pods', 'watch', 'api', '', 'v1', '', 'pods', '', '', 'pods'],
  ['GET /api/v1/watch/namespaces/n/pods', 'watch', 'api', '', 'v1', 'n', 'pods', '', '', 'pods'],
  ['GET /api/v1/watch/namespaces/n/pods/p', 'watch', 'api', '', 'v1', 'n', 'pods', '', 'p', 'pods,p'],
  ['GET /apis/apps/v1/watch/deployments', 'watch', 'apis', 'apps', 'v1', '', 'deployments', '', '', 'deployments'],
  ['POST /api/v1/watch/pods', 'watch', 'api', '', 'v1', '', 'pods', '', '', 'pods'],
  ['GET /api/v1/proxy/namespaces/n/pods/p/x', 'proxy', 'api', '', 'v1', 'n', 'pods', '', 'p', 'pods,p,x'],
  [
    'GET /api/v1/proxy/namespaces/n/status',
    'proxy',
    'api',
    '',
    'v1',
    'n',
    'namespaces',
    '',
    'n',
    'namespaces,n,status',
  ],
  ['GET /api/v1/namespaces/n/watch/w', 'get', 'api', '', 'v1', 'n', 'watch', '', 'w', 'watch,w'],
  // names by field selector
  ['GET /api/v1/pods?fieldSelector=metadata.name%3Dp', 'list', 'api', '', 'v1', '', 'pods', '', 'p', 'pods'],
  [
    'GET /api/v1/pods?watch=1&fieldSelector=metadata.name%3D%3Dp,spec.x!%3Dy',
    'watch',
    'api',
    '',
    'v1',
    '',
    'pods',
    '',
    'p',
    'pods',
  ],
  ['GET /api/v1/pods?fieldSelector=metadata.name!%3Dp', 'list', 'api', '', 'v1', '', 'pods', '', '', 'pods'],
  ['GET /api/v1/pods?fieldSelector=metadata.name%3Da/b', 'list', 'api', '', 'v1', '', 'pods', '', '', 'pods'],
  ['GET /api/v1/pods?fieldSelector=metadata.name%3D..', 'list', 'api', '', 'v1', '', 'pods', '', '', 'pods'],
  ['GET /api/v1/pods?fieldSelector=metadata.name', 'list', 'api', '', 'v1', '', 'pods', '', '', 'pods'],
  ['GET /api/v1/pods?fieldSelector=metadata.name%3Dp&limit=ten', 'list', 'api', '', 'v1', '', 'pods', '', '', 'pods'],
  [
    'GET /api/v1/pods?fieldSelector=metadata.name%3Dp&limit=99999999999999999999',
    'list',
    'api',
    '',
    'v1',
    '',
    'pods',
    '',
    '',
    'pods',
  ],
  [
    'GET /api/v1/pods?fieldSelector=metadata.name%3Dp&labelSelector=%3D%3D',
    'list',
    'api',
    '',
    'v1',
    '',
    'pods',
    '',
    '',
    'pods',
  ],
  [
    'DELETE /api/v1/pods?fieldSelector=metadata.name%3Dp',
    'deletecollection',
    'api',
    '',
    'v1',
    '',
    'pods',
    '',
    '',
    'pods',
  ],
  // empty segments count within the path
  ['GET //api/v1/pods//', 'list', 'api', '', 'v1', '', 'pods', '', '', 'pods'],
  ['GET /api//v1/pods', 'get', 'api', '', '', '', 'v1', '', 'pods', 'v1,pods'],
  ['GET /api/v1/namespaces//pods', 'list', 'api', '', 'v1', '', 'pods', '', '', 'pods'],
];

describe('requests about resources', () => {
  it.each(resourceRows)('%s is %s', (request, ...expected) => {
    const [method = '', url = ''] = request.split(' ');
    const info = read(method, url);
    expect(info.isResourceRequest).toBe(true);
    expect([
      info.verb,
      info.apiPrefix,
      info.apiGroup,
      info.apiVersion,
      info.namespace,
      info.resource,
      info.subresource,
      info.name,
      info.parts.join(),
    ]).toEqual(expected);
  });
});

describe('other requests', () => {
  it.each([
    ['GET', '/', 'get', ''],
    ['GET', '', 'get', ''],
    ['GET', '/api', 'get', ''],
    ['GET', '/api/v1', 'get', ''],
    ['GET', '/api/v1/', 'get', ''],
    ['GET', '/apis', 'get', ''],
    ['GET', '/apis/apps', 'get', ''],
    ['POST', '/apis/apps/v1', 'post', 'apis'],
    ['GET', '/healthz/poststarthook/x', 'get', ''],
    ['GET', '/openapi/v3/apis/apps/v1', 'get', ''],
    ['BREW', '/version', 'brew', ''],
    ['GET', '/apiary/v1/pods', 'get', ''],
  ])('%s %s has verb %s and prefix "%s"', (method, path, verb, apiPrefix) => {
    const info = read(method, path);
    expect(info).toMatchObject({ isResourceRequest: false, path, verb, apiPrefix, resource: '', parts: [] });
  });
});

it.each([
  ['GET', '/api/v1/watch'],
  ['GET', '/apis/apps/v1/proxy/'],
])('%s %s names a verb and nothing else: an error', (method, path) => {
  expect(() => read(method, path)).toThrow(RequestInfoError);
  expect(() => read(method, path)).toThrow(`unable to determine kind and namespace from url, ${path}`);
});

it.each([
  ['GET', '/api/v1/pods?fieldSelector=a%3Db&labelSelector=c', 'a=b', 'c'],
  ['GET', '/api/v1/pods?watch=1&labelSelector=(', '', '('],
  ['DELETE', '/api/v1/pods?labelSelector=c', '', 'c'],
  ['GET', '/api/v1/watch/pods?labelSelector=c', '', ''],
  ['GET', '/api/v1/nodes/n?labelSelector=c', '', ''],
  ['POST', '/api/v1/nodes?labelSelector=c', '', ''],
])('%s %s has field selector "%s" and label selector "%s"', (method, url, fieldSelector, labelSelector) => {
  expect(read(method, url)).toMatchObject({ fieldSelector, labelSelector });
});

it('reads any path as its split segments say', () => {
  const segment = fc.constantFrom('', 'api', 'apis', 'v1', 'namespaces', 'pods', 'status', 'proxy', 'x');
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 9 }), (segments) => {
      const path = `/${segments.join('/')}`;
      const trimmed = path.replace(/^\/+|\/+$/g, '').split('/');
      let info: RequestInfo;
      try {
        info = read('GET', path);
      } catch (error) {
        expect(error).toBeInstanceOf(RequestInfoError);
        return;
      }
      if (!info.isResourceRequest) return;
      expect(info.parts.length).toBeGreaterThan(0);
      expect(trimmed.slice(-info.parts.length)).toEqual(info.parts);
      expect([info.parts[0], info.parts[1] ?? '']).toEqual([info.resource, info.name]);
    }),
  );
});
