import type { SessionChange, SharedSessions } from '../../console/index.js';
import type { Peer } from './peer.js';
import type { WorkerPool } from './worker-pool.js';

/** As many as a process keeps of each kind. */
const maxKnown = 1_000;

/** In the owner: sessions of the console that begin or end in any process. */
export class OwnerSessions implements SharedSessions {
  readonly #pool: () => WorkerPool | undefined;
  readonly #known = { link: new Map<string, SessionChange>(), session: new Map<string, SessionChange>() };
  #apply: ((change: SessionChange) => void) | undefined;

  constructor(pool: () => WorkerPool | undefined) {
    this.#pool = pool;
  }

  changed(change: SessionChange): void {
    this.#pass(change);
  }

  onChange(apply: (change: SessionChange) => void): void {
    this.#apply = apply;
  }

  /** What a worker has sent before it answers is here with the answer. */
  async settled(): Promise<void> {
    await this.#pool()?.callAll('settle');
  }

  takeLink(key: string): Promise<boolean> {
    return this.#take(key);
  }

  serve(peer: Peer): void {
    peer.on<SessionChange>('session', (change) => {
      this.#apply?.(change);
      this.#pass(change, peer);
    });
    peer.on('all-sessions', () => {
      for (const known of Object.values(this.#known)) for (const one of known.values()) peer.notify('session', one);
    });
    peer.on('settle', () => this.settled());
    peer.on<string>('take-link', (key) => this.#take(key, peer));
  }

  async #take(key: string, from?: Peer): Promise<boolean> {
    await this.settled();
    if (!this.#known.link.has(key)) return false;
    const change: SessionChange = { kind: 'link', key };
    if (from) this.#apply?.(change);
    this.#pass(change, from);
    return true;
  }

  #pass(change: SessionChange, from?: Peer): void {
    const known = this.#known[change.kind];
    if (change.entry) known.set(change.key, change);
    else known.delete(change.key);
    if (known.size > maxKnown) known.delete(known.keys().next().value!);
    for (const peer of this.#pool()?.peers ?? []) if (peer !== from) peer.notify('session', change);
  }
}

/** In a worker: the owner connects it with the other processes. */
export function workerSessions(owner: Peer): SharedSessions {
  owner.on('settle', () => undefined);
  return {
    changed: (change) => owner.notify('session', change),
    onChange: (apply) => {
      owner.on('session', apply);
      owner.notify('all-sessions');
    },
    settled: () => owner.call('settle'),
    takeLink: (key) => owner.call('take-link', key),
  };
}
