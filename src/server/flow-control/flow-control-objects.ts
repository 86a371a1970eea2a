import { systemClock } from '../../apimachinery/clock/index.js';
import { Informer } from '../../client/informer/index.js';
import type { RestClient } from '../../client/rest/index.js';
import type { FlowControlConfiguration, FlowSchema, PriorityLevelConfiguration } from './configuration.js';

export interface FlowControlObjectsOptions {
  /** Client of the server that has the objects: the loopback client, or that of the main server. */
  readonly client: RestClient;
  /** Receives configuration changes: the flow controller. */
  readonly target: { configure(configuration: FlowControlConfiguration): void };
  readonly onError: (error: unknown) => void;
}

const resource = (plural: string) => ({ group: 'flowcontrol.apiserver.k8s.io', version: 'v1', resource: plural });

/** Applies FlowSchemas and PriorityLevelConfigurations to the flow controller, and every change of them. */
export class FlowControlObjects {
  readonly #schemas: Informer<FlowSchema>;
  readonly #levels: Informer<PriorityLevelConfiguration>;
  readonly #target: FlowControlObjectsOptions['target'];
  #isDue = false;

  constructor({ client, target, onError }: FlowControlObjectsOptions) {
    this.#target = target;
    this.#schemas = new Informer({ source: client.resource<FlowSchema>(resource('flowschemas')), onError });
    this.#levels = new Informer({
      source: client.resource<PriorityLevelConfiguration>(resource('prioritylevelconfigurations')),
      onError,
    });
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
    await Promise.all([this.#schemas.close(), this.#levels.close()]);
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
    this.#target.configure({ flowSchemas: this.#schemas.lister.list(), priorityLevels: this.#levels.lister.list() });
  }
}
