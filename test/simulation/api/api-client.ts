import {
  isAlreadyExists,
  isConflict,
  isNotFound,
  isResourceExpired,
  StatusError,
} from '../../../src/apimachinery/status/index.js';
import { type ResourceClient, type RestClient, TransportError } from '../../../src/client/rest/index.js';
import { Violation } from '../engine/scheduler.js';
import type { SimulatedProcess } from '../engine/simulated-process.js';
import type { ApiModel } from './api-model.js';
import { contentOf, gadgets, nameOf, versionOf, type Widget, widgets } from './widget.js';

export interface ApiClientOptions {
  readonly name: string;
  readonly home: SimulatedProcess;
  readonly model: ApiModel;
  readonly client: RestClient;
  readonly operations: number;
}

const names = ['one', 'two', 'three'];
const colors = ['red', 'blue'];

/** Writes, increments, reads and lists, and checks each response against the model. */
export class ApiClient {
  readonly #options: ApiClientOptions;
  #count = 0;
  doing = 'has not begun';
  /** How many increments were acknowledged, and how many have an unknown outcome. */
  readonly counted = { surely: 0, perhaps: 0 };

  constructor(options: ApiClientOptions) {
    this.#options = options;
  }

  get #random() {
    return this.#options.home.scheduler.random;
  }

  async run(): Promise<void> {
    const { home, name, operations } = this.#options;
    for (let index = 0; index < operations; index++) {
      await home.pause(`${name} goes on`);
      try {
        await this.#act();
      } catch (error) {
        if (!isNoSurprise(error)) throw error;
      }
    }
    this.doing = 'has ended';
  }

  async #act(): Promise<void> {
    const kind = this.#random.below(100);
    if (kind < 20) await this.#create();
    else if (kind < 45) await this.#countUp();
    else if (kind < 58) await this.#delete();
    else if (kind < 64) await this.#elsewhere();
    else if (kind < 80) await this.#get();
    else await this.#list();
  }

  #widgets(namespace = this.#random.pick(['a', 'b'])): ResourceClient<Widget> {
    return this.#options.client.resource<Widget>(widgets, namespace);
  }

  #begins(doing: string): void {
    this.doing = doing;
    this.#options.home.scheduler.trace(() => `${this.#options.name}: ${doing}`);
  }

  #writer(): string {
    return `${this.#options.name}-${++this.#count}`;
  }

  async #create(): Promise<void> {
    const name = this.#random.pick(names);
    this.#begins(`create ${name}`);
    const labels = { color: this.#random.pick(colors) };
    const spec = { writer: this.#writer(), count: 0 };
    try {
      const created = await this.#widgets().create({ metadata: { name, labels }, spec });
      this.#options.model.check(created);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }

  /** Reads, adds one and writes: no update may be lost. */
  async #countUp(): Promise<void> {
    const { model, home, name: self } = this.#options;
    const client = this.#widgets();
    const name = this.#random.pick(names);
    this.#begins(`count ${client.namespace}/${name} up`);
    const found = await client.get(name).catch(ignoring(isNotFound));
    if (!found) return;
    model.check(found);
    await home.pause(`${self} has read`);
    const count = (found.spec?.count ?? 0) + 1;
    const labels = { color: this.#random.pick(colors) };
    const next = { ...found, metadata: { ...found.metadata, labels }, spec: { writer: this.#writer(), count } };
    try {
      const updated = await client.update(next);
      model.check(updated);
      if (contentOf(updated) !== contentOf(next)) throw new Violation(`${this.doing}: became ${contentOf(updated)}`);
      this.counted.surely++;
    } catch (error) {
      if (error instanceof TransportError || isServerTrouble(error)) this.counted.perhaps++;
      if (!isConflict(error) && !isNotFound(error)) throw error;
    }
  }

  async #delete(): Promise<void> {
    const name = this.#random.pick(names);
    this.#begins(`delete ${name}`);
    await this.#widgets().delete(name).catch(ignoring(isNotFound));
  }

  /** Writes another kind: revisions advance, and watches of widgets see nothing. */
  async #elsewhere(): Promise<void> {
    this.#begins('write a gadget');
    const client = this.#options.client.resource<Widget>(gadgets, 'a');
    await client.create({ metadata: { name: `gadget-${this.#writer()}` } });
  }

  async #get(): Promise<void> {
    const { model } = this.#options;
    const { floor } = model;
    const client = this.#widgets();
    const name = this.#random.pick(names);
    this.#begins(`get ${client.namespace}/${name}`);
    const found = await client.get(name).catch(ignoring(isNotFound));
    if (found) model.check(found);
    if (!model.wasSince(floor, `${client.namespace}/${name}`, found || undefined)) {
      throw new Violation(
        `${this.doing}: got ${found ? contentOf(found) : 'nothing'}, which it was not since ${floor}`,
      );
    }
  }

  /** With or without pagination; everything has one revision. */
  async #list(): Promise<void> {
    const { model, home, name: self } = this.#options;
    const { floor } = model;
    const view = {
      namespace: this.#random.pick(['', 'a']),
      color: this.#random.chance(0.4) ? this.#random.pick(colors) : undefined,
    };
    const limit = this.#random.pick([0, 1, 2]);
    this.#begins(`list ${JSON.stringify(view)} by ${limit}`);
    const client = this.#options.client.resource<Widget>(widgets, view.namespace);
    const selection = view.color === undefined ? {} : { labelSelector: `color=${view.color}` };
    const found: string[] = [];
    let version: bigint | undefined;
    for await (const page of client.pages({ limit, ...selection })) {
      const revision = BigInt(page.metadata?.resourceVersion ?? '0');
      if (version !== undefined && version !== revision)
        throw new Violation(`${this.doing}: pages of ${version}, ${revision}`);
      version = revision;
      model.saw(revision);
      found.push(...page.items.map((item) => `${nameOf(item)}@${versionOf(item)} ${contentOf(item)}`));
      if (page.metadata?.continue) await home.pause(`${self} reads on`);
    }
    if (version! < floor) throw new Violation(`${this.doing}: is of ${version} after ${floor} was known`);
    const wanted = model.list(version!, view);
    if (found.join() !== wanted.join()) {
      throw new Violation(`${this.doing}: [${found.join()}] at ${version}; should be [${wanted.join()}]`);
    }
  }
}

function ignoring(isIgnored: (error: unknown) => boolean): (error: unknown) => undefined {
  return (error) => {
    if (!isIgnored(error)) throw error;
    return undefined;
  };
}

/** Expected failures: broken connections, full disks, unreachable stores, expired continue tokens. */
function isNoSurprise(error: unknown): boolean {
  if (error instanceof TransportError || isResourceExpired(error)) return true;
  return isServerTrouble(error);
}

/** The operation may or may not have happened. */
export function isServerTrouble(error: unknown): boolean {
  return error instanceof StatusError && (error.status.code ?? 0) >= 500;
}
