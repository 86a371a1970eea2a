import { afterEach, beforeEach } from 'vitest';
import type { Committed, KeyValue, Operation, Revision, Storage, WatchBatch, WatchEvent } from '../storage.js';

/** The subject of a contract test: a storage that holds nothing below `/things/`. */
export interface Subject {
  readonly storage: Storage;
  /** Closes the storage and reopens it on the same data. Unset: it is not persistent. */
  readonly reopen?: () => Promise<Storage>;
  /** Removes what opening created, after the storage has been closed. */
  readonly dispose?: () => Promise<void>;
}

export type OpenSubject = () => Promise<Subject>;

/** Opens a subject before each test of the suite around it and closes it after. */
export class Bed {
  #subject: Subject | undefined;
  #storage: Storage | undefined;

  constructor(open: OpenSubject) {
    beforeEach(async () => {
      this.#subject = await open();
      this.#storage = this.#subject.storage;
    });
    afterEach(async () => {
      await this.storage.close();
      await this.#subject?.dispose?.();
    });
  }

  get storage(): Storage {
    if (!this.#storage) throw new Error('the subject has not been opened yet');
    return this.#storage;
  }

  /** Returns false if the subject is not persistent. */
  async reopen(): Promise<boolean> {
    if (!this.#subject?.reopen) return false;
    this.#storage = await this.#subject.reopen();
    return true;
  }

  put(key: string, value: string, more: { expect?: Revision; ttlSeconds?: number } = {}): Promise<Revision> {
    return this.commit([put(key, value, more)]);
  }

  remove(key: string): Promise<Revision> {
    return this.commit([{ type: 'delete', key }]);
  }

  async commit(operations: readonly Operation[]): Promise<Revision> {
    return committed(await this.storage.commit(operations)).revision;
  }

  async value(key: string): Promise<string | undefined> {
    return (await this.storage.get(key)).entry?.value.toString();
  }
}

export function put(key: string, value: string, more: { expect?: Revision; ttlSeconds?: number } = {}): Operation {
  return { type: 'put', key, value: Buffer.from(value), ...more };
}

export function committed(result: { committed: boolean }): Committed {
  if (!result.committed) throw new Error('the transaction met a conflict');
  return result as Committed;
}

export function text(entry: KeyValue | undefined): string | undefined {
  return entry && `${entry.key}=${entry.value}`;
}

/** An event in a form that is easy to read in an expectation. */
export function story(event: WatchEvent): string {
  const previous = event.previous ? ` (was ${event.previous.value})` : '';
  return event.type === 'put' ? `put ${text(event.entry)}${previous}` : `delete ${event.key}${previous}`;
}

export function revisionOf(event: WatchEvent): Revision {
  return event.type === 'put' ? event.entry.modRevision : event.revision;
}

/** Reads batches until `enough` returns true, then ends the watch. */
export async function readUntil(
  watch: AsyncIterable<WatchBatch>,
  enough: (events: readonly WatchEvent[], batch: WatchBatch) => boolean,
): Promise<WatchEvent[]> {
  const events: WatchEvent[] = [];
  for await (const batch of watch) {
    events.push(...batch.events);
    if (enough(events, batch)) return events;
  }
  throw new Error(`the watch ended after ${events.length} events`);
}

export function readEvents(watch: AsyncIterable<WatchBatch>, count: number): Promise<WatchEvent[]> {
  return readUntil(watch, (events) => events.length >= count);
}
