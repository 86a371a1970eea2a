// Follows staging/src/k8s.io/client-go/tools/record/events_cache.go (v1.36)
import type { Event } from '../../api/core/v1.js';
import { compositeKey } from '../../apimachinery/meta/index.js';
import { type Clock, TokenBucket } from './token-bucket.js';

const maxEntries = 4096;
/** From so many similar events on, they are one. */
const maxSimilar = 10;
const similarMilliseconds = 600_000;
/** Per object and source: a burst, and then one event in five minutes. */
const burst = 25;
const perSecond = 1 / 300;

interface Similar {
  readonly messages: Set<string>;
  lastSeen: number;
}

/** Counts equal events instead of repeating them, combines similar ones, and limits how many there are per object. */
export class EventCorrelator {
  readonly #clock: Clock;
  readonly #similar = new RecentEntries<Similar>();
  readonly #observed = new RecentEntries<Pick<Event, 'metadata' | 'firstTimestamp' | 'count'>>();
  readonly #buckets = new RecentEntries<TokenBucket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the event to record: its count is above one if it was recorded before. Undefined: it is dropped. */
  correlate(event: Event): Event | undefined {
    const combined = this.#combine(event);
    const counted = this.#count(combined.event, combined.key);
    return this.#isSpam(event) ? undefined : counted;
  }

  #combine(event: Event): { event: Event; key: string } {
    const now = this.#clock.now();
    const key = compositeKey(spamKey(event), event.reason ?? '');
    let similar = this.#similar.get(key);
    if (similar === undefined || now - similar.lastSeen > similarMilliseconds) {
      similar = { messages: new Set(), lastSeen: now };
    }
    const { message = '' } = event;
    similar.messages.add(message);
    similar.lastSeen = now;
    this.#similar.put(key, similar);
    if (similar.messages.size < maxSimilar) return { event, key: compositeKey(key, message, fieldPathOf(event)) };
    similar.messages.delete(similar.messages.values().next().value ?? '');
    return { event: { ...event, message: `(combined from similar events): ${message}` }, key };
  }

  #count(event: Event, key: string): Event {
    const last = this.#observed.get(key);
    const counted = last
      ? {
          ...event,
          metadata: { ...event.metadata, name: last.metadata.name ?? '' },
          firstTimestamp: last.firstTimestamp,
          count: (last.count ?? 1) + 1,
        }
      : event;
    this.#observed.put(key, counted);
    return counted;
  }

  #isSpam(event: Event): boolean {
    const key = spamKey(event);
    const bucket = this.#buckets.get(key) ?? new TokenBucket({ clock: this.#clock, burst, perSecond });
    this.#buckets.put(key, bucket);
    return !bucket.take();
  }
}

function fieldPathOf({ involvedObject }: Event): string {
  return involvedObject.fieldPath ?? '';
}

function spamKey({ source, involvedObject, type = '' }: Event): string {
  const { kind = '', namespace = '', name = '', uid = '', apiVersion = '' } = involvedObject;
  return compositeKey(source.component ?? '', source.host ?? '', kind, namespace, name, uid, apiVersion, type);
}

/** The entries that were put last. */
class RecentEntries<Entry> {
  readonly #entries = new Map<string, Entry>();

  get(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  put(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size > maxEntries) this.#entries.delete(this.#entries.keys().next().value ?? '');
  }
}
