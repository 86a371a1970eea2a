import { compositeKey } from '../../apimachinery/meta/index.js';
import type { Revision } from '../storage.js';
import type { CacheEntry } from './cache-entry.js';
import { type CacheEvent, Delivery, type Selection } from './cache-event.js';
import type { Task, TaskQueue } from './task-queue.js';

/** The keys that a watch covers: all keys with a prefix, or one key. */
export type Scope = { readonly prefix: string } | { readonly key: string };

export function inScope(scope: Scope, key: string): boolean {
  return 'key' in scope ? key === scope.key : key.startsWith(scope.prefix);
}

/**
 * A node of a group's linked list of deliveries; `next` is set when the next event arrives. Holders can continue from
 * it.
 */
export interface Link {
  readonly delivery: Delivery | undefined;
  readonly number: number;
  next: Link | undefined;
}

/** The events up to a revision. */
export interface Deliveries {
  readonly revision: Revision;
  readonly deliveries: readonly Delivery[];
}

/** A watcher in its group. */
export interface Member {
  /** Is woken by a queued task, not immediately. */
  readonly isDeferred: boolean;
  /** Called when there may be new events. `last` is the newest link of the group. */
  wake(last: Link): void;
}

/** All watchers of one scope and selection. Events are filtered and kept once for the whole group. */
export class WatchGroup implements Task {
  readonly scope: Scope;
  readonly selection: Selection | undefined;
  last: Link = { delivery: undefined, number: 0, next: undefined };
  readonly #tasks: TaskQueue;
  readonly #immediate = new Set<Member>();
  readonly #deferred = new Set<Member>();
  /** The deferred members that are yet to be woken, and the newest link when the first of them was. */
  #pass: { readonly members: Iterator<Member>; readonly upTo: Link } | undefined;
  #read: { readonly place: Link; readonly batch: Deliveries } | undefined;

  constructor(scope: Scope, { selection, tasks }: { selection: Selection | undefined; tasks: TaskQueue }) {
    this.scope = scope;
    this.selection = selection;
    this.#tasks = tasks;
  }

  get isEmpty(): boolean {
    return this.#immediate.size + this.#deferred.size === 0;
  }

  add(member: Member): void {
    (member.isDeferred ? this.#deferred : this.#immediate).add(member);
  }

  remove(member: Member): void {
    (member.isDeferred ? this.#deferred : this.#immediate).delete(member);
  }

  /** The event as these watchers see it; undefined: they do not see it. */
  deliveryOf(event: CacheEvent): Delivery | undefined {
    const type = event.typeFor(this.selection);
    return type && new Delivery(type, event);
  }

  append(delivery: Delivery): void {
    const link: Link = { delivery, number: this.last.number + 1, next: undefined };
    this.last.next = link;
    this.last = link;
    this.#read = undefined;
  }

  /** Everything after a link. Consecutive watchers at the same position get the same batch. */
  after(place: Link, revision: Revision): Deliveries {
    const read = this.#read;
    if (read?.place === place && read.batch.revision === revision) return read.batch;
    const deliveries: Delivery[] = [];
    for (let link = place.next; link; link = link.next) deliveries.push(link.delivery!);
    const batch = { revision, deliveries };
    this.#read = { place, batch };
    return batch;
  }

  /** Wakes the members for new events: immediately or, if they are deferred, by a queued task. */
  notify(): void {
    for (const member of this.#immediate) member.wake(this.last);
    if (this.#deferred.size > 0) this.#tasks.enqueue(this);
  }

  /**
   * Wakes the next deferred member. Events that arrive during a pass reach the members already woken in the next
   * pass.
   */
  runStep(): boolean {
    this.#pass ??= { members: this.#deferred.values(), upTo: this.last };
    const { done, value: member } = this.#pass.members.next();
    if (!done) {
      member.wake(this.last);
      return true;
    }
    const { upTo } = this.#pass;
    this.#pass = undefined;
    return upTo !== this.last && this.runStep();
  }
}

/** The groups of one cache, indexed by what an event affects, so that not every group is checked for every event. */
export class WatchGroups {
  readonly #indexedFields: readonly string[];
  readonly #tasks: TaskQueue;
  readonly #groups = new Map<string, WatchGroup>();
  /** By scope and by the required value of an indexed field; the empty string if the selection requires none. */
  readonly #byScope = new Map<string, Map<string, Set<WatchGroup>>>();
  /** The number of groups per prefix that does not end with a slash. */
  readonly #unusualPrefixes = new Map<string, number>();

  constructor({ indexedFields, tasks }: { indexedFields: readonly string[]; tasks: TaskQueue }) {
    this.#indexedFields = indexedFields;
    this.#tasks = tasks;
  }

  join(scope: Scope, selection: Selection | undefined, member: Member): WatchGroup {
    const id = groupId(scope, selection);
    let group = this.#groups.get(id);
    if (!group) {
      group = new WatchGroup(scope, { selection, tasks: this.#tasks });
      this.#groups.set(id, group);
      this.#index(group);
      if (isUnusual(scope)) this.#unusualPrefixes.set(scope.prefix, (this.#unusualPrefixes.get(scope.prefix) ?? 0) + 1);
    }
    group.add(member);
    return group;
  }

  leave(group: WatchGroup, member: Member): void {
    group.remove(member);
    if (!group.isEmpty || !this.#groups.delete(groupId(group.scope, group.selection))) return;
    this.#unindex(group);
    const { scope } = group;
    if (!isUnusual(scope)) return;
    const left = (this.#unusualPrefixes.get(scope.prefix) ?? 1) - 1;
    if (left === 0) this.#unusualPrefixes.delete(scope.prefix);
    else this.#unusualPrefixes.set(scope.prefix, left);
  }

  /** Appends the events to the groups that see them, then wakes the members of these groups. */
  publish(events: readonly CacheEvent[]): void {
    const touched = new Set<WatchGroup>();
    for (const event of events) {
      for (const group of this.#concernedBy(event)) {
        const delivery = group.deliveryOf(event);
        if (!delivery) continue;
        group.append(delivery);
        touched.add(group);
      }
    }
    for (const group of touched) group.notify();
  }

  *#concernedBy({ key, entry, previous }: CacheEvent): Iterable<WatchGroup> {
    if (entry && !entry.isReadable) {
      for (const group of this.#groups.values()) if (inScope(group.scope, key)) yield group;
      return;
    }
    for (const scopeTopic of this.#scopeTopics(key)) {
      const groups = this.#byScope.get(scopeTopic);
      if (!groups) continue;
      yield* groups.get('') ?? [];
      for (const field of this.#indexedFields) {
        const [is, was] = [fieldOf(entry, field), fieldOf(previous, field)];
        if (is !== undefined) yield* groups.get(compositeKey(field, is)) ?? [];
        if (was !== undefined && was !== is) yield* groups.get(compositeKey(field, was)) ?? [];
      }
    }
  }

  *#scopeTopics(key: string): Iterable<string> {
    for (let slash = key.indexOf('/'); slash >= 0; slash = key.indexOf('/', slash + 1)) {
      yield scopeTopic({ prefix: key.slice(0, slash + 1) });
    }
    yield scopeTopic({ key });
    for (const prefix of this.#unusualPrefixes.keys()) if (key.startsWith(prefix)) yield scopeTopic({ prefix });
  }

  #index(group: WatchGroup): void {
    const scope = scopeTopic(group.scope);
    const groups = this.#byScope.get(scope) ?? new Map<string, Set<WatchGroup>>();
    addTo(groups, this.#requirementOf(group), group);
    this.#byScope.set(scope, groups);
  }

  #unindex(group: WatchGroup): void {
    const scope = scopeTopic(group.scope);
    const groups = this.#byScope.get(scope);
    if (!groups) return;
    removeFrom(groups, this.#requirementOf(group), group);
    if (groups.size === 0) this.#byScope.delete(scope);
  }

  #requirementOf({ selection }: WatchGroup): string {
    for (const field of this.#indexedFields) {
      const value = selection?.requires?.(field);
      if (value !== undefined) return compositeKey(field, value);
    }
    return '';
  }
}

function groupId(scope: Scope, selection: Selection | undefined): string {
  return compositeKey(scopeTopic(scope), selection?.key ?? '');
}

function scopeTopic(scope: Scope): string {
  return 'key' in scope ? `=${scope.key}` : scope.prefix;
}

function fieldOf(entry: CacheEntry | undefined, field: string): string | undefined {
  const attributes = entry?.knownAttributes;
  return attributes && (attributes.fields[field] ?? '');
}

function isUnusual(scope: Scope): scope is { prefix: string } {
  return 'prefix' in scope && !scope.prefix.endsWith('/');
}

function addTo<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}

function removeFrom<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key);
  set?.delete(value);
  if (set?.size === 0) sets.delete(key);
}
