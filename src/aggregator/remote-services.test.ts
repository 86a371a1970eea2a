import { expect, it } from 'vitest';
import { requestInfoOf } from '../server/routing/index.js';
import type { ApiService } from './api-service/index.js';
import { RemoteServices } from './remote-services.js';

function apiService(name: string, more: Partial<ApiService['spec']> = {}): ApiService {
  const [version = '', ...group] = name.split('.');
  const service = { namespace: 'default', name: 'x', port: 443 };
  const spec = { group: group.join('.'), version, groupPriorityMinimum: 1, versionPriority: 1, service, ...more };
  return { metadata: { name }, spec };
}

function finder(remotes: RemoteServices) {
  return (path: string) => remotes.find(requestInfoOf('GET', path, { query: new URLSearchParams() }))?.name;
}

it('requests are those of the server of their group version, and of no other', () => {
  const remotes = new RemoteServices({ keyPair: () => undefined });
  const find = finder(remotes);
  remotes.set(apiService('v1.a.example.com'));
  expect(find('/apis/a.example.com/v1')).toBe('v1.a.example.com');
  expect(find('/apis/a.example.com/v1/')).toBe('v1.a.example.com');
  expect(find('/apis/a.example.com/v1/namespaces/x/things/y')).toBe('v1.a.example.com');
  for (const path of [
    '/apis/a.example.com',
    '/apis/a.example.com/v2/x',
    '/apis',
    '/api/v1',
    '/api/v1/pods',
    '/healthz',
  ]) {
    expect(find(path)).toBeUndefined();
  }
  remotes.set(apiService('v1.', { group: '' }));
  expect([find('/api'), find('/api/v1'), find('/api/v1/pods')]).toEqual(['v1.', 'v1.', 'v1.']);
  remotes.remove('v1.a.example.com');
  expect(find('/apis/a.example.com/v1')).toBeUndefined();
});

it('the group of APIServices stays here, whatever they say', () => {
  const remotes = new RemoteServices({ keyPair: () => undefined });
  remotes.set(apiService('v1.apiregistration.k8s.io'));
  expect(finder(remotes)('/apis/apiregistration.k8s.io/v1/apiservices')).toBeUndefined();
});

it('connections are kept unless they would be made in another way', () => {
  const remotes = new RemoteServices({ keyPair: () => undefined });
  const reported: string[] = [];
  remotes.observe({
    changed: ({ name }) => reported.push(`+${name}`),
    removed: ({ name }) => reported.push(`-${name}`),
  });
  remotes.set(apiService('v1.a'));
  const { backend } = remotes.get('v1.a')!;
  remotes.set(apiService('v1.a', { versionPriority: 2 }));
  expect(remotes.get('v1.a')?.backend).toBe(backend);
  remotes.set(apiService('v1.a', { insecureSkipTLSVerify: true }));
  expect(remotes.get('v1.a')?.backend).not.toBe(backend);
  const { service: _service, ...local } = apiService('v1.a').spec;
  remotes.set({ metadata: { name: 'v1.a' }, spec: local });
  expect(reported).toEqual(['+v1.a', '+v1.a', '+v1.a', '-v1.a']);
});
