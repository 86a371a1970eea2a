import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { RestClient } from '../../client/rest/index.js';
import { alwaysAllow } from '../../server/index.js';
import { MetricsRegistry } from '../../server/metrics/index.js';
import type { PluginDependencies } from './plugin-table.js';
import { webhookPluginOptions } from './webhook-plugins.js';

const directory = mkdtempSync(join(tmpdir(), 'trestle-webhooks-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** The options of a plug-in with this configuration. */
function optionsOf(configuration: JsonObject | undefined) {
  const unused = async (): Promise<never> => {
    throw new Error('nobody is called');
  };
  const parts: Omit<PluginDependencies, 'config'> & {
    config: Pick<PluginDependencies['config'], 'pluginConfiguration'>;
  } = {
    config: { pluginConfiguration: (name) => (name === 'MutatingAdmissionWebhook' ? configuration : undefined) },
    kube: () => {
      throw new Error('there is no server yet');
    },
    client: new RestClient({ transport: { send: unused, close: async () => undefined } }),
    resolveService: unused,
    authorizer: alwaysAllow,
    metrics: new MetricsRegistry(),
    stopping: new AbortController().signal,
    onError: () => undefined,
  };
  return webhookPluginOptions('mutating', parts as PluginDependencies);
}

const told = (more: JsonObject): JsonObject => ({
  apiVersion: 'apiserver.config.k8s.io/v1',
  kind: 'WebhookAdmissionConfiguration',
  ...more,
});

test('webhooks are shown what the kubeconfig of the plug-in has for them', async () => {
  const file = join(directory, 'config');
  const users = [{ name: '*.tools.svc', user: { token: 'secret' } }];
  writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'Config', users }));
  const { findCredentials } = await optionsOf(told({ kubeConfigFile: file }));
  expect(await findCredentials?.('hook.tools.svc:443')?.authorization?.()).toBe('Bearer secret');
  expect(findCredentials?.('elsewhere:443')).toBeUndefined();
});

test.each<[name: string, configuration: JsonObject | undefined]>([
  ['nothing', undefined],
  ['no file', told({})],
])('they are shown nothing where the plug-in is told %s', async (_name, configuration) => {
  expect((await optionsOf(configuration)).findCredentials).toBeUndefined();
});

test.each<[name: string, configuration: JsonObject, problem: string]>([
  [
    'with a relative path',
    told({ kubeConfigFile: 'config' }),
    'kubeConfigFile: Invalid value: "config": must be an absolute file path',
  ],
  ['with a file that is not there', told({ kubeConfigFile: join(directory, 'none') }), 'no such file or directory'],
  ['of another kind', { apiVersion: 'v1', kind: 'Pod' }, 'no kind "Pod" is registered for version "v1"'],
  ['with unknown fields', told({ x: 1 }), 'strict decoding error: unknown field "x"'],
  [
    'with webhooks of its own',
    told({ staticManifestsDir: '/etc/hooks' }),
    'static webhook manifests dir "/etc/hooks" configured but ManifestBasedAdmissionControlConfig feature gate is not enabled',
  ],
])('a configuration %s is refused', async (_name, configuration, problem) => {
  await expect(optionsOf(configuration)).rejects.toThrow(problem);
});
