import type { SimulatedProcess } from '../engine/simulated-process.js';
import { type EtcdEvent, keyValue, rangeOf, type SimulatedEtcd } from './simulated-etcd.js';
import { type Fields, message } from './wire.js';

interface Watcher {
  readonly id: bigint;
  readonly isIn: (key: string) => boolean;
  readonly previous: boolean;
  /** The next revision to send. */
  next: bigint;
}

/** etcd's end of a watch stream: each watcher gets its events in order, some later than others. */
export class WatchServer {
  readonly #etcd: SimulatedEtcd;
  readonly #local: SimulatedProcess;
  readonly #send: (bytes: Buffer) => void;
  readonly #watchers = new Map<bigint, Watcher>();
  #isSending = false;
  readonly #onChange = (): void => this.#sendSoon();

  constructor(etcd: SimulatedEtcd, local: SimulatedProcess, send: (bytes: Buffer) => void) {
    this.#etcd = etcd;
    this.#local = local;
    this.#send = send;
    etcd.listeners.add(this.#onChange);
  }

  close(): void {
    this.#watchers.clear();
    this.#etcd.listeners.delete(this.#onChange);
  }

  receive(request: Fields): void {
    if (request.has(1)) this.#create(request.message(1));
    if (!request.has(2)) return;
    const id = request.message(2).number(1);
    if (this.#watchers.delete(id)) this.#respond(id, { 4: true });
  }

  #create(create: Fields): void {
    const id = create.number(7);
    const watcher = {
      id,
      isIn: rangeOf(create.text(1), create.text(2)),
      previous: create.number(6) > 0n,
      next: create.number(3) || this.#etcd.revision + 1n,
    };
    this.#watchers.set(id, watcher);
    this.#respond(id, { 3: true });
    this.#sendSoon();
  }

  #sendSoon(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    void this.#local.pause('etcd serves its watchers').then(() => {
      this.#isSending = false;
      for (const watcher of this.#watchers.values()) this.#serve(watcher);
      if ([...this.#watchers.values()].some(({ next }) => next <= this.#etcd.revision)) this.#sendSoon();
    });
  }

  #serve(watcher: Watcher): void {
    const { random } = this.#local.scheduler;
    const { revision, compacted } = this.#etcd;
    if (watcher.next > revision || random.chance(0.3)) return;
    if (watcher.next < compacted) {
      this.#watchers.delete(watcher.id);
      this.#respond(watcher.id, { 4: true, 5: compacted });
      return;
    }
    const upTo = random.chance(0.5)
      ? revision
      : watcher.next + BigInt(random.below(Number(revision - watcher.next) + 1));
    const transactions = this.#etcd.transactions(watcher.next, upTo);
    watcher.next = upTo + 1n;
    const events = transactions.flatMap((each) => each.events.filter(({ key }) => watcher.isIn(key)));
    if (events.length > 0) this.#sendEvents(watcher, events);
  }

  /** In one response or in two; a revision may be split. */
  #sendEvents({ id, previous }: Watcher, events: readonly EtcdEvent[]): void {
    const encoded = events.map((event) => encodeEvent(event, previous));
    const cut = this.#local.scheduler.random.chance(0.3) ? this.#local.scheduler.random.below(encoded.length) : 0;
    if (cut > 0) this.#respond(id, { 7: true, 11: encoded.slice(0, cut) });
    this.#respond(id, { 11: encoded.slice(cut) });
  }

  #respond(id: bigint, fields: Parameters<typeof message>[0]): void {
    this.#send(message({ 1: this.#etcd.header(), 2: id, ...fields }));
  }
}

function encodeEvent({ entry, key, revision, previous }: EtcdEvent, withPrevious: boolean): Buffer {
  const tombstone = { key, value: '', createRevision: 0n, modRevision: revision, version: 0n, lease: 0n };
  return message({
    1: entry ? undefined : 1n,
    2: keyValue(entry ?? tombstone),
    3: withPrevious && previous ? keyValue(previous) : undefined,
  });
}
