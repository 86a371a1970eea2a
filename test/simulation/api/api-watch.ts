import type { WatchEvent } from '../../../src/apimachinery/meta/index.js';
import { isResourceExpired } from '../../../src/apimachinery/status/index.js';
import { type RestClient, TransportError } from '../../../src/client/rest/index.js';
import { Violation } from '../engine/scheduler.js';
import type { SimulatedProcess } from '../engine/simulated-process.js';
import { isServerTrouble } from './api-client.js';
import type { ApiModel, View } from './api-model.js';
import { contentOf, nameOf, versionOf, type Widget, widgets } from './widget.js';

export interface ApiWatchOptions {
  readonly name: string;
  readonly home: SimulatedProcess;
  readonly model: ApiModel;
  readonly client: RestClient;
  readonly view: View;
  readonly timeoutSeconds: number;
}

/** Watches through HTTP during the whole simulation, resumes where it was, and expects each event once and in order. */
export class ApiWatch {
  readonly #options: ApiWatchOptions;
  readonly #ending = new AbortController();
  /** Everything up to this revision has been received. */
  #position: bigint;
  /** The server no longer has the history since the position. */
  #isExpired = false;

  constructor(options: ApiWatchOptions) {
    this.#options = options;
    this.#position = options.model.floor;
  }

  get hasSeenEverything(): boolean {
    const { model, view } = this.#options;
    return model.events(view, this.#position, model.revision).length === 0;
  }

  get story(): string {
    return `${this.#options.name} of ${JSON.stringify(this.#options.view)} is at ${this.#position}`;
  }

  end(): void {
    this.#ending.abort();
  }

  async run(): Promise<void> {
    const { home, name } = this.#options;
    while (!this.#ending.signal.aborted) {
      await home.pause(`${name} begins to watch`);
      try {
        if (this.#isExpired) await this.#relist();
        await this.#watch();
      } catch (error) {
        if (isResourceExpired(error)) this.#loseHistory();
        else if (!(error instanceof TransportError) && !isServerTrouble(error)) throw error;
      }
    }
  }

  async #watch(): Promise<void> {
    const { client, view, home, name, timeoutSeconds } = this.#options;
    const selection = view.color === undefined ? {} : { labelSelector: `color=${view.color}` };
    const events = client.resource<Widget>(widgets, view.namespace).watch({
      ...selection,
      resourceVersion: String(this.#position),
      allowWatchBookmarks: true,
      timeoutSeconds,
      signal: this.#ending.signal,
    });
    for await (const event of events) {
      home.scheduler.trace(() => `${name}: ${event.type} ${event.object.metadata.name}@${versionOf(event.object)}`);
      this.#check(event);
    }
  }

  #check({ type, object }: WatchEvent<Widget>): void {
    const { model, view } = this.#options;
    const revision = versionOf(object);
    model.saw(revision);
    const expected = model.events(view, this.#position, revision);
    const wanted = expected.map((event) => `${event.type} ${event.name}@${event.revision} ${event.content}`);
    const found = type === 'BOOKMARK' ? [] : [`${type} ${nameOf(object)}@${revision} ${contentOf(object)}`];
    if (found.join() !== wanted.join() || revision < this.#position) {
      throw new Violation(`${this.story} and got [${found.join()}]@${revision}; due was [${wanted.join()}]`);
    }
    this.#position = revision;
  }

  #loseHistory(): void {
    const { model } = this.#options;
    if (this.#position >= model.forgotten)
      throw new Violation(`${this.story} and is too old; forgotten is ${model.forgotten}`);
    this.#isExpired = true;
  }

  /** As every client must: no revision that it knows may be one that can still be watched. */
  async #relist(): Promise<void> {
    const { client, view, model } = this.#options;
    const { metadata } = await client.resource<Widget>(widgets, view.namespace).list({ limit: 1 });
    this.#position = BigInt(metadata?.resourceVersion ?? '0');
    model.saw(this.#position);
    this.#isExpired = false;
  }
}
