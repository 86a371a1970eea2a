// Follows staging/src/k8s.io/component-base/tracing/utils.go (v1.36)
// Follows vendor/go.opentelemetry.io/otel/sdk/trace/sampling.go (v1.36)

import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../../apimachinery/clock/index.js';
import { Span, type SpanContext, type SpanStart, type TraceDependencies } from '../../apimachinery/tracing/index.js';

export interface TracerOptions {
  /** How many of a million requests are sampled that are not part of a trace. */
  readonly samplingRatePerMillion: number;
  /** Receives the spans of sampled requests when they end. */
  readonly onEnd: (span: Span) => void;
  readonly clock?: Clock;
  readonly random?: (bytes: number) => Buffer;
}

/** The span context that a client has sent, if any, and whether it may decide what is traced. */
export interface Origin {
  readonly sent: SpanContext | undefined;
  readonly isTrusted: boolean;
}

/** Starts the traces of requests. */
export class Tracer {
  readonly #rate: number;
  readonly #clock: Clock;
  readonly #random: (bytes: number) => Buffer;
  readonly #dependencies: TraceDependencies;

  constructor({ samplingRatePerMillion, onEnd, clock = systemClock, random = randomBytes }: TracerOptions) {
    this.#rate = samplingRatePerMillion;
    this.#clock = clock;
    this.#random = random;
    this.#dependencies = { clock, onEnd, newSpanId: () => this.#id(8) };
  }

  /**
   * Continues the trace of a trusted client, which also decides whether it is sampled. Otherwise a new trace begins,
   * linked to that of the client. `milliseconds`: how long ago the request was received.
   */
  start(start: SpanStart, { sent, isTrusted }: Origin, milliseconds = 0): Span {
    const parent = isTrusted ? sent : undefined;
    const traceId = parent?.traceId ?? this.#id(16);
    const context = {
      traceId,
      spanId: this.#id(8),
      isSampled: parent ? parent.isSampled : this.#samples(traceId),
      state: parent?.state ?? '',
      baggage: sent?.baggage ?? '',
    };
    const place = {
      context,
      parent,
      isParentRemote: parent !== undefined,
      links: sent && !parent ? [sent] : [],
      wallStart: this.#clock.now() - milliseconds,
      monotonicStart: this.#clock.monotonic() - milliseconds,
    };
    return new Span(start, place, this.#dependencies);
  }

  /** By the trace identifier alone, so that all servers decide alike. */
  #samples(traceId: string): boolean {
    if (this.#rate === 0) return false;
    const position = BigInt(`0x${traceId.slice(16)}`) >> 1n;
    return position < (BigInt(this.#rate) << 63n) / 1_000_000n;
  }

  #id(bytes: number): string {
    return this.#random(bytes).toString('hex');
  }
}
