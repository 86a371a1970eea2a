// Follows staging/src/k8s.io/client-go/tools/record/event.go (v1.36)
import type { Event, ObjectReference } from '../../api/core/v1.js';
import { formatTime } from '../../apimachinery/meta/index.js';
import { isNotFound } from '../../apimachinery/status/index.js';
import type { ControllerContext } from '../controller.js';
import { events } from '../resources.js';
import { isNamespaceTerminating } from '../terminating-namespace.js';
import { EventCorrelator } from './event-correlator.js';
import { type Involved, referenceTo } from './reference.js';

/** More are dropped, as long as these have not been sent. */
const maxPending = 1000;

type EventType = 'Normal' | 'Warning';

/** Records events about objects: in the background, in order, and only as many as fit. */
export class EventRecorder {
  readonly #context: ControllerContext;
  readonly #component: string;
  readonly #host: string | undefined;
  readonly #correlator: EventCorrelator;
  #pending: Event[] = [];
  #isSending = false;
  #sequence = 0n;

  constructor(context: ControllerContext, { component, host }: { component: string; host?: string }) {
    this.#context = context;
    this.#component = component;
    this.#host = host;
    this.#correlator = new EventCorrelator(context.clock);
  }

  event(object: Involved, type: EventType, reason: string, message: string): void {
    this.about(referenceTo(object), type, reason, message);
  }

  about(involvedObject: ObjectReference, type: EventType, reason: string, message: string): void {
    if (this.#pending.length >= maxPending || this.#context.signal.aborted) return;
    const observed = this.#correlator.correlate(this.#eventOf(involvedObject, { type, reason, message }));
    if (observed === undefined) return;
    this.#pending.push(observed);
    if (!this.#isSending) void this.#send();
  }

  #eventOf(involvedObject: ObjectReference, about: Pick<Event, 'type' | 'reason' | 'message'>): Event {
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
      source: { component: this.#component, ...(this.#host !== undefined && { host: this.#host }) },
      firstTimestamp: time,
      lastTimestamp: time,
      count: 1,
      eventTime: null,
      reportingComponent: this.#component,
      reportingInstance: this.#host ?? '',
    };
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    for (let event = this.#pending.shift(); event; event = this.#pending.shift()) {
      try {
        await this.#write(event);
      } catch (error) {
        // As upstream: events that the server refuses are lost. Nothing depends on them.
        if (isNamespaceTerminating(error)) this.#dropNamespace(event.metadata.namespace);
      }
    }
    this.#isSending = false;
  }

  /** Its other events would be refused too. */
  #dropNamespace(namespace: string | undefined): void {
    this.#pending = this.#pending.filter(({ metadata }) => metadata.namespace !== namespace);
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
