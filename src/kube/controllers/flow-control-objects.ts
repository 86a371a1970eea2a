// Follows pkg/registry/flowcontrol/ensurer/strategy.go (v1.36)
// Follows pkg/registry/flowcontrol/rest/storage_flowcontrol.go (v1.36)

import type { JsonObject } from '../../apimachinery/meta/index.js';
import { ignoreAlreadyExists } from '../../apimachinery/status/index.js';
import type { RestClient } from '../../client/rest/index.js';
import {
  defaultConfiguration,
  type FlowControlConfiguration,
  FlowControlObjects,
  type FlowControlObjectsOptions,
} from '../../server/flow-control/index.js';
import type { SharedServer } from '../../server/index.js';
import { FlowSchemaStatus } from './flow-schema-status.js';
import { retryUntilSuccess } from './retry-until-success.js';

const apiVersion = 'flowcontrol.apiserver.k8s.io/v1';
const fieldManager = 'api-priority-and-fairness-config-producer-v1';
/** Allows the server to update the object to its current default. */
const annotations = { 'apf.kubernetes.io/autoupdate-spec': 'true' };

/** Creates the default flow control objects, then applies all changes to the flow controller. */
export function addFlowControlHooks(
  { lifecycle, loopback, onError }: SharedServer,
  target: FlowControlObjectsOptions['target'],
): void {
  let created: Promise<void> | undefined;
  // Objects are created before they are watched: with a partial configuration, most requests would match `catch-all`.
  const create = (signal: AbortSignal): Promise<void> => {
    created ??= retryUntilSuccess(() => createFlowControlObjects(loopback.client), { signal, onError });
    return created;
  };
  lifecycle.addPostStartHook('priority-and-fairness-config-producer', ({ signal }) => create(signal));
  lifecycle.addPostStartHook('priority-and-fairness-config-consumer', async ({ signal }) => {
    await create(signal);
    const configurator = flowControlConfigurator({ client: loopback.client, target, onError });
    signal.addEventListener('abort', () => void configurator.close(), { once: true });
    await configurator.start();
  });
}

/** Creates missing mandatory and suggested flow control objects. */
export async function createFlowControlObjects(client: RestClient): Promise<void> {
  const { flowSchemas, priorityLevels } = defaultConfiguration();
  await Promise.all([
    createMissing(client, {
      resource: 'prioritylevelconfigurations',
      kind: 'PriorityLevelConfiguration',
      wanted: priorityLevels,
    }),
    createMissing(client, { resource: 'flowschemas', kind: 'FlowSchema', wanted: flowSchemas }),
  ]);
}

interface Wanted {
  readonly resource: string;
  readonly kind: string;
  readonly wanted: readonly { readonly metadata: { readonly name: string }; readonly spec: object }[];
}

async function createMissing(client: RestClient, { resource, kind, wanted }: Wanted): Promise<void> {
  const target = `/apis/${apiVersion}/${resource}`;
  const { items } = await client.object<{ items: readonly { metadata: { name: string } }[] }>({
    method: 'GET',
    target,
  });
  const present = new Set(items.map(({ metadata }) => metadata.name));
  const create = async ({ metadata: { name }, spec }: Wanted['wanted'][number]): Promise<void> => {
    const body = { apiVersion, kind, metadata: { name, annotations }, spec: spec as JsonObject };
    await client
      .response({ method: 'POST', target: `${target}?fieldManager=${fieldManager}`, body })
      .catch(ignoreAlreadyExists);
  };
  // Concurrent writes share one disk sync.
  await Promise.all(wanted.filter(({ metadata }) => !present.has(metadata.name)).map(create));
}

/** Applies flow control objects to the flow controller, and reports problems in their status. */
export function flowControlConfigurator(options: FlowControlObjectsOptions) {
  const status = new FlowSchemaStatus(options);
  const configure = (configuration: FlowControlConfiguration): void => {
    options.target.configure(configuration);
    status.update(configuration);
  };
  const objects = new FlowControlObjects({ ...options, target: { configure } });
  return {
    /** Resolves when the current objects are applied. */
    start: () => objects.start(),
    close: async () => void (await Promise.all([objects.close(), status.close()])),
  };
}
