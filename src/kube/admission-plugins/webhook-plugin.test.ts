import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { RestClient } from '../../client/rest/index.js';
import { alwaysAllow, FeatureGates } from '../../server/index.js';
import { MetricsRegistry } from '../../server/metrics/index.js';
import { Stores } from '../../server/registry/index.js';
import type { PluginDependencies } from './plugin-definition.js';
import { readWebhookConfiguration, webhookPluginOptions } from './webhook-plugin.js';

const directory = mkdtempSync(join(tmpdir(), 'trestle-webhooks-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** The options of a plug-in with this configuration. */
async function optionsOf(configuration: JsonObject | undefined) {
  const unused = async (): Promise<never> => {
    throw new Error('not called');
  };
  const dependencies: PluginDependencies = {
    stores: new Stores({ onError: () => undefined }),
    tolerationSeconds: { notReady: 300, unreachable: 300 },
    client: new RestClient({ transport: { send: unused, close: async () => undefined } }),
    resolveService: unused,
    authorizer: alwaysAllow,
    features: new FeatureGates(),
    metrics: new MetricsRegistry(),
    stopping: new AbortController().signal,
    onError: () => undefined,
  };
  return webhookPluginOptions('mutating', dependencies, readWebhookConfiguration(configuration));
}

const reported = (more: JsonObject): JsonObject => ({
  apiVersion: 'apiserver.config.k8s.io/v1',
  kind: 'WebhookAdmissionConfiguration',
  ...more,
});

test('webhooks are shown what the kubeconfig of the plug-in has for them', async () => {
  const file = join(directory, 'config');
  const users = [{ name: '*.tools.svc', user: { token: 'secret' } }];
  writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'Config', users }));
  const { findCredentials } = await optionsOf(reported({ kubeConfigFile: file }));
  expect(await findCredentials?.('hook.tools.svc:443')?.authorization?.()).toBe('Bearer secret');
  expect(findCredentials?.('elsewhere:443')).toBeUndefined();
});

test.each<[name: string, configuration: JsonObject | undefined]>([
  ['nothing', undefined],
  ['no file', reported({})],
])('they are not called where the plug-in is configured with %s', async (_name, configuration) => {
  expect((await optionsOf(configuration)).findCredentials).toBeUndefined();
});

test.each<[name: string, configuration: JsonObject, problem: string]>([
  [
    'with a relative path',
    reported({ kubeConfigFile: 'config' }),
    'kubeConfigFile: Invalid value: "config": must be an absolute file path',
  ],
  ['with a file that is not there', reported({ kubeConfigFile: join(directory, 'none') }), 'no such file or directory'],
  ['of another kind', { apiVersion: 'v1', kind: 'Pod' }, 'no kind "Pod" is registered for version "v1"'],
  ['with unknown fields', reported({ x: 1 }), 'strict decoding error: unknown field "x"'],
])('a configuration %s is refused', async (_name, configuration, problem) => {
  await expect(optionsOf(configuration)).rejects.toThrow(problem);
});
