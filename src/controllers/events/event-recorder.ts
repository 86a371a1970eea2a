// Follows staging/src/k8s.io/client-go/tools/record/event.go (v1.36)
import type { Event, ObjectReference } from '../../api/core/v1.js';
import { formatTime } from '../../apimachinery/meta/index.js';
import { isNotFound } from '../../apimachinery/status/index.js';
import type { ControllerContext } from '../controller.js';
import { events } from '../resources.js';
import { EventCorrelator } from './event-correlator.js';
import { type EventRate, EventSender } from './event-sender.js';
import { type Involved, referenceTo } from './reference.js';

type EventType = 'Normal' | 'Warning';

interface EventRecorderOptions {
  readonly component: string;
  /** Unset: as many as the server accepts. */
  readonly rate?: EventRate | undefined;
}

/** What an event says. */
export interface Recorded {
  readonly type: EventType;
  readonly reason: string;
  readonly message: string;
  /** The node where it happened. */
  readonly host?: string | undefined;
}

/** Records events about objects. */
export class EventRecorder {
  readonly #context: ControllerContext;
  readonly #component: string;
  readonly #correlator: EventCorrelator;
  readonly #sender: EventSender;
  #sequence = 0n;

  constructor(context: ControllerContext, { component, rate }: EventRecorderOptions) {
    this.#context = context;
    this.#component = component;
    this.#correlator = new EventCorrelator(context.clock);
    this.#sender = new EventSender(context, rate);
  }

  event(object: Involved, type: EventType, reason: string, message: string): void {
    this.about(referenceTo(object), { type, reason, message });
  }

  about(involvedObject: ObjectReference, recorded: Recorded): void {
    if (this.#sender.isFull) return;
    const observed = this.#correlator.correlate(this.#eventOf(involvedObject, recorded));
    if (observed) this.#sender.add(observed.metadata.namespace ?? '', () => this.#write(observed));
  }

  #eventOf(involvedObject: ObjectReference, { host, ...about }: Recorded): Event {
    const now = this.#context.clock.now();
    const time = formatTime(now);
    const nanoseconds = BigInt(Math.trunc(now)) * 1_000_000n + (this.#sequence++ % 1_000_000n);
    return {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: {
        name: `${involvedObject.name ?? ''}.${nanoseconds.toString(16)}`,
        namespace: involvedObject.namespace || 'default',
      },
      involvedObject,
      ...about,
      source: { component: this.#component, ...(host !== undefined && { host }) },
      firstTimestamp: time,
      lastTimestamp: time,
      count: 1,
      eventTime: null,
      reportingComponent: this.#component,
      reportingInstance: host ?? '',
    };
  }

  async #write(event: Event): Promise<void> {
    const { client, signal } = this.#context;
    const ofNamespace = client.resource<Event>(events, event.metadata.namespace);
    const { count = 1, lastTimestamp, message = '' } = event;
    if (count > 1) {
      try {
        const body = { count, lastTimestamp, message };
        await ofNamespace.patch(
          event.metadata.name ?? '',
          { type: 'strategic', body },
          { signal, ignoreResponse: true },
        );
        return;
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    }
    await ofNamespace.create(event, { signal, ignoreResponse: true });
  }
}
