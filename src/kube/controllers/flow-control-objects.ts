import { systemClock } from '../../apimachinery/clock/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { isAlreadyExists } from '../../apimachinery/status/index.js';
import { Informer } from '../../client/informer/index.js';
import type { RestClient } from '../../client/rest/index.js';
import {
  defaultConfiguration,
  type FlowControlConfiguration,
  type FlowSchema,
  type PriorityLevelConfiguration,
} from '../../server/flow-control/index.js';
import type { SharedServer } from '../../server/index.js';
import { FlowSchemaStatus } from './flow-schema-status.js';
import { untilDone } from './until-done.js';

/** Receives configuration changes: the flow controller. */
interface FlowControlTarget {
  configure(configuration: FlowControlConfiguration): void;
}

const group = 'flowcontrol.apiserver.k8s.io';
const apiVersion = `${group}/v1`;
const schemas = { group, version: 'v1', resource: 'flowschemas' };
const levels = { group, version: 'v1', resource: 'prioritylevelconfigurations' };
const fieldManager = 'api-priority-and-fairness-config-producer-v1';
/** Allows the server to update the object to its current default. */
const annotations = { 'apf.kubernetes.io/autoupdate-spec': 'true' };

/** Creates the default flow control objects, then applies all changes to the flow controller. */
export function addFlowControlHooks({ lifecycle, loopback, onError }: SharedServer, target: FlowControlTarget): void {
  let created: Promise<void> | undefined;
  // Objects are created before they are watched: with a partial configuration, most requests would match `catch-all`.
  const create = (signal: AbortSignal): Promise<void> => {
    created ??= untilDone(() => createFlowControlObjects(loopback.client), { signal, onError });
    return created;
  };
  lifecycle.addPostStartHook('priority-and-fairness-config-producer', ({ signal }) => create(signal));
  lifecycle.addPostStartHook('priority-and-fairness-config-consumer', async ({ signal }) => {
    await create(signal);
    const configurator = new FlowControlConfigurator({ client: loopback.client, target, onError });
    signal.addEventListener('abort', () => void configurator.close(), { once: true });
    await configurator.start();
  });
}

/** Creates missing mandatory and suggested flow control objects. */
export async function createFlowControlObjects(client: RestClient): Promise<void> {
  const { flowSchemas, priorityLevels } = defaultConfiguration();
  await Promise.all([
    createMissing(client, { resource: levels.resource, kind: 'PriorityLevelConfiguration', wanted: priorityLevels }),
    createMissing(client, { resource: schemas.resource, kind: 'FlowSchema', wanted: flowSchemas }),
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
    try {
      await client.response({ method: 'POST', target: `${target}?fieldManager=${fieldManager}`, body });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  };
  // Concurrent writes share one disk sync.
  await Promise.all(wanted.filter(({ metadata }) => !present.has(metadata.name)).map(create));
}

/** Applies flow control objects to the flow controller, and reports problems in their status. */
export class FlowControlConfigurator {
  readonly #schemas: Informer<FlowSchema>;
  readonly #levels: Informer<PriorityLevelConfiguration>;
  readonly #target: FlowControlTarget;
  readonly #status: FlowSchemaStatus;
  #isDue = false;

  constructor(options: { client: RestClient; target: FlowControlTarget; onError: (error: unknown) => void }) {
    const { client, target, onError } = options;
    this.#target = target;
    this.#status = new FlowSchemaStatus({ client, onError });
    this.#schemas = new Informer({ source: client.resource<FlowSchema>(schemas), onError });
    this.#levels = new Informer({ source: client.resource<PriorityLevelConfiguration>(levels), onError });
  }

  /** Resolves when the current objects are applied. */
  async start(): Promise<void> {
    this.#schemas.start();
    this.#levels.start();
    await Promise.all([this.#schemas.synced(), this.#levels.synced()]);
    this.#configure();
    const soon = { added: () => this.#soon(), updated: () => this.#soon(), deleted: () => this.#soon() };
    this.#schemas.addHandler(soon);
    this.#levels.addHandler(soon);
  }

  async close(): Promise<void> {
    await Promise.all([this.#schemas.close(), this.#levels.close(), this.#status.close()]);
  }

  /** Debounces changes that arrive together. */
  #soon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    systemClock.immediate(() => {
      this.#isDue = false;
      this.#configure();
    });
  }

  #configure(): void {
    const configuration = { flowSchemas: this.#schemas.lister.list(), priorityLevels: this.#levels.lister.list() };
    this.#target.configure(configuration);
    this.#status.update(configuration);
  }
}
