// A client that watches during a whole run, resumes when the stream ends, and records every stream.
import { setTimeout as pause } from 'node:timers/promises';
import { isBroken, WatchRefusedError, watchEvents } from '../support/watch.mjs';

export class RecordingWatcher {
  streams = [];
  id;
  /** How often it had to start over because history was compacted. */
  expired = 0;
  #options;
  #stopping = new AbortController();
  #running;
  #last;

  /** `from`: the revision after which it starts; `isLast`: whether an event is the last one of the run. */
  constructor({ id, client, collection, from, random, isLast }) {
    this.id = id;
    this.#last = from;
    this.#options = { client, collection, random, isLast };
  }

  start() {
    this.#running = this.#run();
  }

  /** Resolves when it has seen the last event. */
  done() {
    return this.#running;
  }

  async stop() {
    this.#stopping.abort();
    await this.#running;
  }

  async #run() {
    while (!this.#stopping.signal.aborted) {
      try {
        if (await this.#readStream()) return;
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        if (!isBroken(error) && !(error instanceof WatchRefusedError)) throw error;
        // The server is down.
        await pause(20);
      }
    }
  }

  /** Returns whether it was the last one. */
  async #readStream() {
    const { client, collection, random, isLast } = this.#options;
    const stream = { id: `${this.id}-${this.streams.length}`, from: this.#last, events: [], bookmarks: [] };
    const breakAfter = random.chance(0.5) ? random.between(1, 60) : Number.POSITIVE_INFINITY;
    const query = `watch=1&allowWatchBookmarks=true&timeoutSeconds=${random.between(3, 30)}&resourceVersion=${this.#last}`;
    const breaking = new AbortController();
    const signal = AbortSignal.any([this.#stopping.signal, breaking.signal]);
    this.streams.push(stream);
    for await (const { type, object } of watchEvents(client, `${collection}?${query}`, { signal })) {
      if (type === 'ERROR') return this.#begin(object);
      const revision = Number(object.metadata.resourceVersion);
      this.#last = revision;
      if (type === 'BOOKMARK') {
        stream.bookmarks.push({ revision, after: stream.events.length });
        continue;
      }
      stream.events.push({ type, key: object.metadata.name, revision, value: object.data?.value });
      if (isLast(object)) return true;
      if (stream.events.length >= breakAfter) breaking.abort();
    }
    return false;
  }

  /** History is compacted: start from the current state, like reflectors. */
  async #begin(status) {
    if (status.code !== 410) return false;
    this.expired++;
    const { client, collection } = this.#options;
    const { document } = await client.get(collection);
    if (document?.metadata?.resourceVersion) this.#last = Number(document.metadata.resourceVersion);
    return false;
  }
}
