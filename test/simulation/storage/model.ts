import type { CommitResult, KeyValue, Operation, Revision, WatchEvent } from '../../../src/storage/index.js';
import { Violation } from '../engine/scheduler.js';

export interface ModelEntry {
  readonly value: string;
  readonly createRevision: Revision;
  readonly modRevision: Revision;
  /** On the wall clock; 0: never. */
  readonly expiresAt: number;
}

/** One key of a transaction; without an entry it was deleted. */
export interface ModelChange {
  readonly key: string;
  readonly entry: ModelEntry | undefined;
  readonly previous: ModelEntry | undefined;
}

export interface ModelTransaction {
  readonly revision: Revision;
  readonly changes: readonly ModelChange[];
}

type State = ReadonlyMap<string, ModelEntry>;

/** A write that a client has started. */
export interface WriteTicket {
  readonly id: string;
  readonly operations: readonly Operation[];
  /** The highest revision known before the write started. */
  readonly floor: Revision;
  /** It has not happened, and will not. */
  isRefused: boolean;
  /** Its revision, once known. */
  revision: Revision | undefined;
}

/**
 * The expected content of a store: the whole state after each durable transaction, in order. It is fed from below with
 * durable transactions, and compared with the results above; a client that sees more than what is durable, or less than
 * what was acknowledged, has found a violation.
 */
export class Model {
  readonly #states: { readonly revision: Revision; readonly state: State }[] = [{ revision: 1n, state: new Map() }];
  readonly history: ModelTransaction[] = [];
  readonly #tickets = new Map<string, WriteTicket>();
  /** Acknowledged revisions, with the ticket of their writer. */
  readonly #claims = new Map<Revision, string>();
  /** The highest revision that any client has seen. Invariant: later reads see no less. */
  floor: Revision = 1n;
  #givenUp: Revision = 0n;
  readonly #forgotten: () => Revision;

  /** `forgotten`: the revision up to which the store may have compacted on its own. */
  constructor(forgotten: () => Revision) {
    this.#forgotten = forgotten;
  }

  /** Older revisions may be compacted. */
  get compacted(): Revision {
    return later(this.#forgotten(), this.#givenUp);
  }

  /** Called when a client compacts up to a revision. */
  giveUp(revision: Revision): void {
    if (revision > this.#givenUp) this.#givenUp = revision;
  }

  get revision(): Revision {
    return this.#states.at(-1)!.revision;
  }

  /** The newest state at or before a revision. */
  at(revision: Revision): State {
    if (revision > this.revision) {
      throw new Violation(`revision ${revision} was seen; durable is only ${this.revision}`);
    }
    return this.#states.findLast((each) => each.revision <= revision)?.state ?? new Map();
  }

  get now(): State {
    return this.#states.at(-1)!.state;
  }

  /** Called when a client has seen a revision. */
  saw(revision: Revision): void {
    if (revision > this.revision) {
      throw new Violation(`revision ${revision} was seen; durable is only ${this.revision}`);
    }
    if (revision > this.floor) this.floor = revision;
  }

  begin(id: string, operations: readonly Operation[]): WriteTicket {
    const ticket = { id, operations, floor: this.floor, isRefused: false, revision: undefined };
    this.#tickets.set(id, ticket);
    return ticket;
  }

  /** Called when a transaction is durable. `isDue`: whether a key may expire. */
  durable(
    revision: Revision,
    changes: readonly Omit<ModelChange, 'previous'>[],
    isDue: (expiresAt: number) => boolean,
  ) {
    if (revision <= this.revision) throw new Violation(`revision ${revision} follows ${this.revision}`);
    const before = this.now;
    const after = new Map(before);
    for (const { key, entry } of changes) {
      if (entry) after.set(key, entry);
      else after.delete(key);
      this.#checkRevisions(revision, entry, before.get(key));
    }
    const known = changes.map((change) => ({ ...change, previous: before.get(change.key) }));
    this.#attribute({ revision, changes: known }, before, isDue);
    this.history.push({ revision, changes: known });
    this.#states.push({ revision, state: after });
  }

  #checkRevisions(revision: Revision, entry: ModelEntry | undefined, previous: ModelEntry | undefined): void {
    if (!entry) return;
    const created = previous?.createRevision ?? revision;
    if (entry.modRevision !== revision || entry.createRevision !== created) {
      throw new Violation(`an entry of ${revision} says ${entry.modRevision}, created ${entry.createRevision}`);
    }
  }

  /** Some ticket must have requested this, and its expectations must have held. */
  #attribute(transaction: ModelTransaction, before: State, isDue: (expiresAt: number) => boolean): void {
    const { revision, changes } = transaction;
    const ids = new Set(changes.flatMap(({ entry }) => (entry ? [ticketOf(entry.value)] : [])));
    if (ids.size > 1) throw new Violation(`${revision} mixes ${[...ids].join(' and ')}`);
    const [id] = ids;
    const candidates = id === undefined ? [...this.#tickets.values()] : [this.#tickets.get(id)!];
    const author = candidates.find((ticket) => ticket && isEffectOf(ticket, transaction, before));
    if (author) {
      if (id !== undefined) author.revision = revision;
      return;
    }
    const isExpiry = changes.every(({ entry, previous }) => !entry && previous && isDue(previous.expiresAt));
    if (!isExpiry) throw new Violation(`no request explains what happened at ${revision}: ${describe(changes)}`);
  }

  /** Called with the result of a write. */
  answered(ticket: WriteTicket, result: CommitResult): void {
    const { revision } = result;
    if (revision < ticket.floor)
      throw new Violation(`${ticket.id} was answered at ${revision}, before ${ticket.floor}`);
    this.saw(revision);
    if (result.committed) this.#committed(ticket, revision);
    else this.#conflict(ticket, revision, result.current);
  }

  /** Called when a write was reported as not done. */
  refused(ticket: WriteTicket): void {
    if (ticket.revision !== undefined)
      throw new Violation(`${ticket.id} was refused and happened at ${ticket.revision}`);
    ticket.isRefused = true;
  }

  #committed(ticket: WriteTicket, revision: Revision): void {
    const transaction = this.history.find((each) => each.revision === revision);
    const state = this.at(revision);
    const changesNothing = ticket.operations.every((each) => isExpected(each, state) && !isEffective(each, state));
    if (changesNothing) return;
    if (!transaction || !isEffectOf(ticket, transaction, this.at(revision - 1n))) {
      throw new Violation(`${ticket.id} was acknowledged at ${revision}, where it is not`);
    }
    const other = this.#claims.get(revision);
    if (other !== undefined && other !== ticket.id)
      throw new Violation(`${ticket.id} and ${other} are both ${revision}`);
    this.#claims.set(revision, ticket.id);
  }

  #conflict(ticket: WriteTicket, revision: Revision, current: readonly (KeyValue | undefined)[]): void {
    this.refused(ticket);
    const state = this.at(revision);
    const expectationsHold = ticket.operations.every((operation) => isExpected(operation, state));
    if (expectationsHold) throw new Violation(`${ticket.id} was refused though what it expected was so at ${revision}`);
    for (const [index, { key }] of ticket.operations.entries()) this.compare(key, current[index], state.get(key));
  }

  compare(key: string, found: KeyValue | undefined, expected: ModelEntry | undefined, keysOnly = false): void {
    const text = found && `${keysOnly ? '' : found.value.toString()} ${found.createRevision} ${found.modRevision}`;
    const wanted = expected && `${keysOnly ? '' : expected.value} ${expected.createRevision} ${expected.modRevision}`;
    if (text !== wanted) throw new Violation(`${key}: found ${text}, should be ${wanted}`);
  }

  /** The expected events of a watch of a prefix after one revision and up to another. */
  eventsBetween(prefix: string, after: Revision, upTo: Revision): { revision: Revision; change: ModelChange }[] {
    return this.history
      .filter(({ revision }) => revision > after && revision <= upTo)
      .flatMap(({ revision, changes }) =>
        changes.filter(({ key }) => key.startsWith(prefix)).map((change) => ({ revision, change })),
      );
  }

  compareEvent(event: WatchEvent, expected: { revision: Revision; change: ModelChange }): void {
    const { change, revision } = expected;
    const found = event.type === 'put' ? event.entry.key : event.key;
    const foundRevision = event.type === 'put' ? event.entry.modRevision : event.revision;
    if (found !== change.key || foundRevision !== revision || (event.type === 'put') !== (change.entry !== undefined)) {
      throw new Violation(
        `a watch got ${event.type} ${found}@${foundRevision}; due was ${change.entry ? 'put' : 'delete'} ${change.key}@${revision}`,
      );
    }
    if (event.type === 'put') this.compare(found, event.entry, change.entry);
    if (event.previous) this.compare(found, event.previous, change.previous);
  }
}

function later(one: Revision, other: Revision): Revision {
  return one < other ? other : one;
}

/** Values are `<ticket>` or `<ticket>:<anything>`. */
export function ticketOf(value: string): string {
  return value.split(':')[0]!;
}

function describe(changes: readonly ModelChange[]): string {
  return changes.map(({ key, entry }) => (entry ? `put ${key}=${entry.value}` : `delete ${key}`)).join(', ');
}

function isExpected({ key, expect }: Operation, state: State): boolean {
  return expect === undefined || expect === (state.get(key)?.modRevision ?? 0n);
}

function isEffective(operation: Operation, state: State): boolean {
  return operation.type === 'put' || (operation.type === 'delete' && state.has(operation.key));
}

/** Whether the ticket's operations, applied to the previous state, produce exactly this transaction. */
function isEffectOf(ticket: WriteTicket, { revision, changes }: ModelTransaction, before: State): boolean {
  if (ticket.isRefused || (ticket.revision !== undefined && ticket.revision !== revision)) return false;
  if (!ticket.operations.every((operation) => isExpected(operation, before))) return false;
  const effects = ticket.operations.filter((operation) => isEffective(operation, before));
  return (
    effects.length === changes.length &&
    effects.every((operation) => {
      const change = changes.find(({ key }) => key === operation.key);
      return (
        change !== undefined &&
        change.entry?.value === (operation.type === 'put' ? operation.value.toString() : undefined)
      );
    })
  );
}
