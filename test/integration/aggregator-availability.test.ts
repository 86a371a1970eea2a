import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Chain, Extension, extensionHandler, json } from './aggregator-chain.test.support.js';

let chain: Chain;

beforeAll(async () => {
  chain = await Chain.start();
  await chain.externalService();
});
afterAll(() => chain.close());

const serving = (group: string) => extensionHandler(group, () => json({ from: 'extension' }));
const nowhere = { port: 1, caBundle: '' } as Extension;
const insecure = { caBundle: null, insecureSkipTLSVerify: true };

describe('an APIService is not available', () => {
  test('whose Service does not exist; requests fail with 503', async () => {
    const group = 'missing.example.com';
    await chain.register(group, nowhere, { ...insecure, service: { namespace: 'default', name: 'none' } });
    await chain.becomes(group, 'False/ServiceNotFound');
    expect((await chain.available(group))['message']).toBe('service/none in "default" is not present');
    const response = await chain.client().open({ path: `/apis/${group}/v1/things` });
    expect([response.status, response.headers['content-type']]).toEqual([503, 'text/plain; charset=utf-8']);
    expect(await chain.text(`/apis/${group}/v1`)).toBe('service unavailable\n');
    expect(await chain.text('/metrics')).toContain(`aggregator_unavailable_apiservice{name="v1.${group}"} 1`);
  });

  test('whose Service has no such port, no endpoints, none with the port, and none that is ready', async () => {
    const group = 'endpoints.example.com';
    const service = { namespace: 'default', name: 'routed' };
    await chain.clusterService('routed', { clusterIP: '127.0.0.1', ports: [{ name: 'web', port: 80 }] });
    await chain.register(group, nowhere, { ...insecure, service });
    await chain.becomes(group, 'False/ServicePortError');
    expect((await chain.available(group))['message']).toBe('service/routed in "default" is not listening on port 443');
    const services = chain.api.resource({ group: '', version: 'v1', resource: 'services' }, 'default');
    await services.patch('routed', { type: 'merge', body: { spec: { ports: [{ name: 'api', port: 443 }] } } });
    await chain.becomes(group, 'False/EndpointsNotFound');
    expect((await chain.available(group))['message']).toBe(
      'cannot find endpointslices for service/routed in "default"',
    );
    const endpoints = [{ addresses: ['127.0.0.1'], conditions: { ready: false } }];
    await chain.endpointSlice('routed', { addressType: 'IPv4', ports: [{ name: 'api', port: 1 }], endpoints });
    await chain.becomes(group, 'False/MissingEndpoints');
    expect((await chain.available(group))['message']).toBe(
      'endpointslices for service/routed in "default" have no addresses with port name "api"',
    );
    const slices = chain.api.resource(
      { group: 'discovery.k8s.io', version: 'v1', resource: 'endpointslices' },
      'default',
    );
    const ready = [{ addresses: ['127.0.0.1'], conditions: { ready: true } }];
    await slices.patch('routed-1', { type: 'merge', body: { endpoints: ready } });
    await chain.becomes(group, 'False/FailedDiscoveryCheck');
  });

  test('whose server is down, and is again when it is back', async () => {
    const group = 'down.example.com';
    const extension = await Extension.start(serving(group));
    await chain.serves(group, extension);
    await extension.close();
    expect(await chain.text(`/apis/${group}/v1/things`)).toBe(
      `error trying to reach service: dial tcp 127.0.0.1:${extension.port}: connect: connection refused\n`,
    );
    const apiServices = chain.api.resource({ group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices' });
    await apiServices.patch(`v1.${group}`, { type: 'merge', body: { metadata: { labels: { look: 'again' } } } });
    await chain.becomes(group, 'False/FailedDiscoveryCheck');
    const url = `https://127.0.0.1:${extension.port}/apis/${group}/v1`;
    expect((await chain.available(group))['message']).toBe(
      `failing or missing response from ${url}: Get "${url}": dial tcp 127.0.0.1:${extension.port}: connect: connection refused`,
    );
    await chain.until(async () => (await chain.text(`/apis/${group}/v1/things`)) === 'service unavailable\n');
    const again = await Extension.start(serving(group), { port: extension.port, like: extension });
    await chain.becomes(group, 'True/Passed');
    await chain.until(async () => (await chain.text(`/apis/${group}/v1/things`)).includes('extension'));
    await again.close();
  });

  test.each([
    [
      'has the certificate of another',
      { name: 'other.example.com' },
      {},
      'certificate is valid for other.example.com, not extension.default.svc',
    ],
    [
      'has a certificate of an unknown authority',
      {},
      { caBundle: 'another' },
      'certificate signed by unknown authority',
    ],
  ])('whose server %s', async (title, options, spec, message) => {
    const group = `${title.replaceAll(' ', '-')}.example.com`;
    const extension = await Extension.start(serving(group), options);
    const other = await Extension.start(serving(group));
    const caBundle = 'caBundle' in spec ? other.caBundle : extension.caBundle;
    await chain.register(group, extension, { caBundle });
    await chain.becomes(group, 'False/FailedDiscoveryCheck');
    expect((await chain.available(group))['message']).toMatch(`tls: failed to verify certificate: x509: ${message}`);
    await Promise.all([extension.close(), other.close()]);
  });

  test('whose server does not know the group version', async () => {
    const group = 'unknown.example.com';
    const extension = await Extension.start(serving('another.example.com'));
    await chain.register(group, extension);
    await chain.becomes(group, 'False/FailedDiscoveryCheck');
    expect((await chain.available(group))['message']).toMatch(/: bad status from https:.*: 404$/);
    await extension.close();
  });
});

test('an APIService whose authorities cannot be read is never called available', async () => {
  const group = 'unreadable.example.com';
  const extension = await Extension.start(serving(group));
  await chain.register(group, extension, { caBundle: Buffer.from('nonsense').toString('base64') });
  await chain.until(async () => (await chain.status(`/apis/${group}/v1`)) === 503);
  expect(await chain.available(group)).toEqual({});
  await extension.close();
});

test('a Service that comes later makes its APIService available at once', async () => {
  const group = 'later.example.com';
  const extension = await Extension.start(serving(group), { name: 'later.default.svc' });
  const service = { namespace: 'default', name: 'later', port: extension.port };
  await chain.register(group, extension, { service });
  await chain.becomes(group, 'False/ServiceNotFound');
  await chain.externalService('later');
  await chain.becomes(group, 'True/Passed');
  await extension.close();
});

test('an APIService without a Service is local again', async () => {
  const group = 'local.example.com';
  const extension = await Extension.start(serving(group));
  await chain.serves(group, extension);
  const apiServices = chain.api.resource({ group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices' });
  await apiServices.patch(`v1.${group}`, { type: 'merge', body: { spec: { service: null, caBundle: null } } });
  await chain.becomes(group, 'True/Local');
  await chain.until(async () => (await chain.status(`/apis/${group}/v1/things`)) === 404);
  await extension.close();
});
