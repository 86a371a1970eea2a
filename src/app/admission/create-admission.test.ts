import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import type { PluginDependencies } from '../../kube/index.js';
import { parseFlags } from '../../server/flags/index.js';
import type { AdmissionAttributes } from '../../server/handlers/index.js';
import { HttpsServer } from '../../server/https-server.test.support.js';
import type { RequestContext } from '../../server/index.js';
import { MetricsRegistry } from '../../server/metrics/index.js';
import { Stores } from '../../server/registry/index.js';
import { kubeApiServerFlags, serverConfig } from '../config/index.js';
import { createAdmission } from './create-admission.js';

let directory: string;
const stopping = new AbortController();
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'create-admission-'));
});
afterAll(async () => {
  stopping.abort();
  await rm(directory, { recursive: true });
});

/** Admission by a single plug-in with this configuration. */
async function admissionBy(name: string, configuration?: JsonObject) {
  const file = join(directory, `${name}.json`);
  const plugins = [{ name, ...(configuration && { configuration }) }];
  await writeFile(
    file,
    JSON.stringify({ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration', plugins }),
  );
  const flags = [`--admission-control=${name}`, `--admission-control-config-file=${file}`];
  const { admission: config, features } = serverConfig(parseFlags(kubeApiServerFlags, flags).values);
  return createAdmission(config, {
    metrics: new MetricsRegistry(),
    stopping: stopping.signal,
    features,
    stores: new Stores({ onError: () => undefined }),
  } as unknown as PluginDependencies);
}

const event = {
  operation: 'CREATE',
  kind: { group: '', version: 'v1', kind: 'Event' },
  resource: { group: '', version: 'v1', resource: 'events' },
  subresource: '',
  namespace: 'a',
  name: 'e',
  object: {},
} as AdmissionAttributes;
const context = { user: { name: 'alice', groups: [] } } as unknown as RequestContext;

describe('plug-ins', () => {
  it('that are enabled are called, and no others', async () => {
    const admission = await admissionBy('EventRateLimit', {
      apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1',
      kind: 'Configuration',
      limits: [{ type: 'Namespace', qps: 1, burst: 1 }],
    });
    await admission.validate(context, event);
    await expect(admission.validate(context, event)).rejects.toThrow('limit reached on type Namespace for key a');
  });

  it.each<[string, JsonObject | undefined, string]>([
    ['EventRateLimit', undefined, 'limits: Invalid value: null: must not be empty'],
    ['ImagePolicyWebhook', undefined, 'no config specified'],
    ['PodSecurity', {}, "Object 'Kind' is missing"],
    [
      'MutatingAdmissionPolicy',
      {
        apiVersion: 'apiserver.config.k8s.io/v1',
        kind: 'MutatingAdmissionPolicyConfiguration',
        staticManifestsDir: '/p',
      },
      'staticManifestsDir: Forbidden: staticManifestsDir requires the ManifestBasedAdmissionControlConfig feature gate to be enabled',
    ],
    [
      'PodTolerationRestriction',
      { apiVersion: 'podtolerationrestriction.admission.k8s.io/v1alpha1', kind: 'Configuration', default: {} },
      'json: cannot unmarshal object into Go value of type []v1.Toleration',
    ],
  ])('like %s prevent the start when their configuration is %j', async (name, configuration, problem) => {
    await expect(admissionBy(name, configuration)).rejects.toThrow(
      `failed to apply admission: couldn't init admission plugin "${name}": ${problem}`,
    );
  });

  it('ask a webhook about images', async () => {
    const server = await HttpsServer.start();
    const kubeConfigFile = await server.writeKubeconfig(join(directory, 'kubeconfig'));
    server.respond = ({ body }) => ({ ...body, status: { allowed: false, reason: 'not ours' } });
    const admission = await admissionBy('ImagePolicyWebhook', { imagePolicy: { kubeConfigFile } });
    const pods = {
      ...event,
      resource: { group: '', version: 'v1', resource: 'pods' },
      object: { spec: { containers: [{ name: 'c', image: 'i' }] } },
    };
    await expect(admission.validate(context, pods)).rejects.toThrow(
      'pods "e" is forbidden: image policy webhook backend denied one or more images: not ours',
    );
    expect(server.received).toMatchObject([
      { path: '/review', headers: { authorization: 'Bearer webhook-token' }, body: { kind: 'ImageReview' } },
    ]);
    await server.close();
  });
});
