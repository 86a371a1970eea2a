// Follows staging/src/k8s.io/client-go/tools/events/event_broadcaster.go (v1.36)
import type { Event } from '../../api/events/v1.js';
import { compositeKey, formatMicroTime } from '../../apimachinery/meta/index.js';
import type { ControllerContext } from '../controller.js';
import { seriesEvents } from '../resources.js';
import { type EventRate, EventSender } from './event-sender.js';
import { type Involved, referenceTo } from './reference.js';

const maxSeries = 4096;

export interface SeriesEvent {
  readonly regarding: Involved;
  readonly related?: Involved;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly action: string;
  readonly note: string;
}

/** Records events of events.k8s.io: repeated ones as a series. */
export class SeriesRecorder {
  readonly #context: ControllerContext;
  readonly #controller: string;
  readonly #series = new Map<string, { name: string; count: number }>();
  readonly #sender: EventSender;
  #sequence = 0n;

  constructor(context: ControllerContext, { controller, rate }: { controller: string; rate: EventRate }) {
    this.#context = context;
    this.#controller = controller;
    this.#sender = new EventSender(context, rate);
  }

  record(about: SeriesEvent): void {
    if (this.#sender.isFull) return;
    const { namespace = 'default', name = '', uid = '' } = about.regarding.metadata;
    const key = compositeKey(uid, name, about.type, about.reason, about.action, about.related?.metadata.uid ?? '');
    const known = this.#series.get(key);
    if (known) {
      known.count++;
      const { count } = known;
      this.#sender.add(namespace, () => this.#extend(namespace, known.name, count));
      return;
    }
    const event = this.#eventOf(about);
    this.#series.set(key, { name: event.metadata.name ?? '', count: 1 });
    if (this.#series.size > maxSeries) this.#series.delete(this.#series.keys().next().value ?? '');
    const { client, signal } = this.#context;
    const ofNamespace = client.resource<Event>(seriesEvents, namespace);
    this.#sender.add(namespace, () => ofNamespace.create(event, { signal, ignoreResponse: true }));
  }

  #eventOf({ regarding, related, type, reason, action, note }: SeriesEvent): Event {
    const now = this.#context.clock.now();
    const nanoseconds = BigInt(Math.trunc(now)) * 1_000_000n + (this.#sequence++ % 1_000_000n);
    const { namespace = 'default', name = '' } = regarding.metadata;
    return {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { name: `${name}.${nanoseconds.toString(16)}`, namespace },
      eventTime: formatMicroTime(now),
      reportingController: this.#controller,
      reportingInstance: `${this.#controller}-simulated`,
      action,
      reason,
      regarding: referenceTo(regarding),
      ...(related && { related: referenceTo(related) }),
      note,
      type,
    } as Event;
  }

  #extend(namespace: string, name: string, count: number): Promise<unknown> {
    const { client, clock, signal } = this.#context;
    const body = { series: { count, lastObservedTime: formatMicroTime(clock.now()) } };
    return client
      .resource<Event>(seriesEvents, namespace)
      .patch(name, { type: 'strategic', body }, { signal, ignoreResponse: true });
  }
}
