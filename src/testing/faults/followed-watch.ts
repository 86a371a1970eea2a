import { negotiateStream } from '../../apimachinery/codec/index.js';
import { resourceExpired } from '../../apimachinery/status/index.js';
import { builtInCodecs } from '../../kube/index.js';
import type { ApiResponse, RequestContext } from '../../server/index.js';

type Body = Extract<ApiResponse['body'], (...parameters: never[]) => unknown>;
type Sink = Parameters<Body>[0];

/** The response of a watch that faults can hold back or end. */
export class FollowedWatch {
  readonly context: RequestContext;
  readonly #end = new AbortController();
  readonly #holders = new Set<object>();
  #held: Buffer[] = [];
  #sink: Sink | undefined;
  #isCut = false;

  constructor(context: RequestContext) {
    this.context = context;
  }

  /** Writes the body of the response through this watch. */
  async write(body: Body, sink: Sink): Promise<void> {
    this.#sink = sink;
    await body(this.#through(sink));
    if (this.#isCut) throw new Error('a fault cut the watch');
  }

  cut(): void {
    this.#isCut = true;
    this.#end.abort();
  }

  expire(): void {
    this.#holders.clear();
    this.#flush();
    this.#sink?.write(this.#expired());
    this.#end.abort();
  }

  /** Holds events back until each holder has released them. */
  hold(holder: object): void {
    this.#holders.add(holder);
  }

  release(holder: object): void {
    this.#holders.delete(holder);
    this.#flush();
  }

  #through(sink: Sink): Sink {
    const closed = AbortSignal.any([sink.closed, this.#end.signal]);
    return {
      closed,
      write: (chunk) => {
        if (this.#end.signal.aborted) return true;
        if (this.#holders.size === 0) return sink.write(chunk);
        this.#held.push(chunk);
        return true;
      },
      drained: () => sink.drained(),
      get pendingBytes() {
        return sink.pendingBytes;
      },
    };
  }

  #flush(): void {
    if (this.#holders.size > 0) return;
    const held = this.#held;
    this.#held = [];
    for (const chunk of held) this.#sink?.write(chunk);
  }

  #expired(): Buffer {
    const { codec, stream } = negotiateStream(builtInCodecs, this.context.request.header('accept'));
    const object = resourceExpired('too old resource version: a fault').status;
    const body = codec.encode({ type: 'ERROR', object: { ...object, metadata: {} } } as never);
    return Buffer.concat([stream.head(body.length), body]);
  }
}
