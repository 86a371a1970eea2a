import type { Clock } from '../clock/index.js';
import { messageOf } from '../status/index.js';
import type { SpanContext } from './trace-context.js';

export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** What a span describes, by the numbers of OpenTelemetry. */
export const spanKind = { internal: 1, server: 2, client: 3 } as const;

export type SpanKind = (typeof spanKind)[keyof typeof spanKind];

/** Names what has created a span, as upstream's libraries do. */
export interface Scope {
  readonly name: string;
  readonly version?: string;
}

/** The scope of spans that upstream creates by its own library. */
const componentScope: Scope = { name: 'k8s.io/component-base/tracing' };

/** What the spans of a trace have in common. */
export interface TraceDependencies {
  readonly clock: Clock;
  /** Returns the identifier of a new span. */
  readonly newSpanId: () => string;
  /** Receives recorded spans when they end. */
  readonly onEnd: (span: Span) => void;
}

export interface SpanStart {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly scope?: Scope;
  readonly attributes?: Attributes;
}

interface SpanPlace {
  readonly context: SpanContext;
  readonly parent?: SpanContext | undefined;
  /** Whether the parent belongs to another program. */
  readonly isParentRemote?: boolean;
  /** Spans of other traces that caused this one. */
  readonly links?: readonly SpanContext[];
  /** When it started, in milliseconds since 1970, and by the monotonic clock. */
  readonly wallStart: number;
  readonly monotonicStart: number;
}

export interface SpanEvent {
  readonly name: string;
  readonly time: number;
  readonly attributes: Attributes;
}

/** An operation that takes time, as part of a trace. One that is not sampled records nothing, but has a context. */
export class Span {
  readonly name: string;
  readonly kind: SpanKind;
  readonly scope: Scope;
  readonly place: SpanPlace;
  readonly attributes: Record<string, string | number | boolean>;
  /** Identifies the request; spans within this one have it too. */
  auditId = '';
  readonly events: SpanEvent[] = [];
  /** The message of a failed operation; undefined: it has not failed. */
  failure: string | undefined;
  /** When it ended, in milliseconds since 1970; 0: it has not. */
  end = 0;
  readonly #dependencies: TraceDependencies;

  constructor(start: SpanStart, place: SpanPlace, dependencies: TraceDependencies) {
    this.name = start.name;
    this.kind = start.kind ?? spanKind.internal;
    this.scope = start.scope ?? componentScope;
    this.attributes = { ...start.attributes };
    this.place = place;
    this.#dependencies = dependencies;
  }

  get context(): SpanContext {
    return this.place.context;
  }

  get isRecording(): boolean {
    return this.place.context.isSampled;
  }

  /** Starts a span within this one. */
  child(start: SpanStart): Span {
    const { clock, newSpanId } = this.#dependencies;
    const context = { ...this.context, spanId: newSpanId() };
    const place = { context, parent: this.context, wallStart: this.#time(), monotonicStart: clock.monotonic() };
    const span = new Span(start, place, this.#dependencies);
    span.auditId = this.auditId;
    return span;
  }

  addEvent(name: string, attributes: Attributes = {}): void {
    if (this.isRecording) this.events.push({ name, time: this.#time(), attributes });
  }

  /** Adds an event for an error, as OpenTelemetry's libraries do. */
  recordError(error: unknown): void {
    const message = messageOf(error);
    this.addEvent('exception', { 'exception.type': '*errors.errorString', 'exception.message': message });
  }

  finish(attributes: Attributes = {}): void {
    if (this.end !== 0) return;
    this.end = this.#time();
    if (!this.isRecording) return;
    Object.assign(this.attributes, attributes);
    this.#dependencies.onEnd(this);
  }

  /** Durations do not depend on adjustments of the wall clock. */
  #time(): number {
    const { wallStart, monotonicStart } = this.place;
    return wallStart + this.#dependencies.clock.monotonic() - monotonicStart;
  }
}
