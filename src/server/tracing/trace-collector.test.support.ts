import { GrpcTestServer } from '../../apimachinery/grpc/grpc-server.test.support.js';
import { type MessageFields, MessageWriter } from '../../apimachinery/grpc/index.js';
import { exportMethod } from './otlp.js';

type Value = string | number | boolean;

/** A span as a collector sees it. */
export interface CollectedSpan {
  readonly scope: string;
  readonly resource: Readonly<Record<string, Value>>;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly events: readonly string[];
  /** Trace identifiers of linked spans. */
  readonly links: readonly string[];
  readonly durationNanoseconds: bigint;
  readonly flags: number;
  /** 2: an error. */
  readonly status: number;
}

/** A collector of OpenTelemetry: a gRPC server that keeps the spans it receives. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  readonly #waiting = new Set<() => void>();
  #server: GrpcTestServer | undefined;

  static async start(): Promise<TraceCollector> {
    const collector = new TraceCollector();
    collector.#server = await GrpcTestServer.start((path, message) => collector.#receive(path, message));
    return collector;
  }

  get endpoint(): string {
    return `127.0.0.1:${this.#server!.port}`;
  }

  /** Resolves with the spans of a trace, once one of them has the name. */
  async trace(traceId: string, name: string): Promise<readonly CollectedSpan[]> {
    for (;;) {
      const spans = this.spans.filter((span) => span.traceId === traceId);
      if (spans.some((span) => span.name === name)) return spans;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  #receive(path: string, request: MessageFields): MessageWriter | { code: number; message: string } {
    if (path !== exportMethod) return { code: 12, message: `unknown method ${path}` };
    for (const ofResource of request.messages(1)) {
      const resource = attributesOf(ofResource.messages(1)[0]!, 1);
      for (const ofScope of ofResource.messages(2)) {
        const scope = ofScope.messages(1)[0]!.text(1);
        for (const span of ofScope.messages(2)) this.spans.push(spanOf(span, { scope, resource }));
      }
    }
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
    return new MessageWriter();
  }
}

function spanOf(span: MessageFields, origin: Pick<CollectedSpan, 'scope' | 'resource'>): CollectedSpan {
  return {
    ...origin,
    traceId: span.bytes(1).toString('hex'),
    spanId: span.bytes(2).toString('hex'),
    parentSpanId: span.bytes(4).toString('hex'),
    name: span.text(5),
    kind: span.number(6),
    attributes: attributesOf(span, 9),
    events: span.messages(11).map((event) => event.text(2)),
    links: span.messages(13).map((link) => link.bytes(1).toString('hex')),
    durationNanoseconds: span.bytes(8).readBigUInt64LE() - span.bytes(7).readBigUInt64LE(),
    flags: span.bytes(16).readUInt32LE(),
    status: span.messages(15)[0]?.number(3) ?? 0,
  };
}

function attributesOf(message: MessageFields, field: number): Record<string, Value> {
  const entries = message.messages(field).map((pair): [string, Value] => {
    const value = pair.messages(2)[0]!;
    return [pair.text(1), value.all(1).length > 0 ? value.text(1) : value.number(3) || value.number(2) === 1];
  });
  return Object.fromEntries(entries);
}
