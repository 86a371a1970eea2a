import { StatusError, statusReasonCodes, timeout } from '../../apimachinery/status/index.js';
import type { ApiResponse, Filter, Next, RequestContext } from '../../server/index.js';
import { checkFault, type Fault, type FaultEffect, type FaultOptions } from './fault.js';
import { FollowedWatch } from './followed-watch.js';
import { matchesRequest } from './request-match.js';

type FilterResult = ReturnType<Next>;

/** The user of the server's own controllers, whose requests no fault affects. */
const loopbackUser = 'system:apiserver';

/** Makes requests fail on purpose: tests find out what their clients do then. */
export class Faults {
  readonly #faults = new Map<string, ActiveFault>();
  readonly #watches = new Set<FollowedWatch>();
  #lastId = 0;

  /** Takes effect immediately. If several faults match a request, the one that was added first affects it. */
  add(options: FaultOptions): Fault {
    checkFault(options);
    const id = String(++this.#lastId);
    const fault = new ActiveFault(id, options, () => this.#faults.delete(id));
    this.#faults.set(id, fault);
    for (const watch of [...this.#watches]) {
      if (isForOpenWatches(options.effect) && fault.takes(watch.context)) fault.affect(watch);
    }
    return fault;
  }

  /** All faults that have not been lifted, those that affect no further requests included. */
  list(): readonly Fault[] {
    return [...this.#faults.values()];
  }

  get(id: string): Fault | undefined {
    return this.#faults.get(id);
  }

  /** Lifts all faults. */
  clear(): void {
    for (const fault of [...this.#faults.values()]) fault.lift();
  }

  readonly filter: Filter = { name: 'faults', handle: (context, next) => this.#handle(context, next) };

  #handle(context: RequestContext, next: Next): FilterResult {
    if (context.user.name === loopbackUser) return next();
    const fault = this.#find(context);
    if (context.info.verb === 'watch' && (!fault || isForOpenWatches(fault.options.effect))) {
      return this.#watch(context, next, fault);
    }
    return fault ? fault.answer(context, next) : next();
  }

  #find(context: RequestContext): ActiveFault | undefined {
    for (const fault of this.#faults.values()) if (fault.takes(context)) return fault;
    return undefined;
  }

  async #watch(context: RequestContext, next: Next, fault: ActiveFault | undefined): Promise<ApiResponse> {
    const response = await next();
    const { body } = response;
    // Not a stream of events: an error, or a WebSocket.
    if (typeof body !== 'function') return response;
    const watch = new FollowedWatch(context);
    return {
      ...response,
      body: async (sink) => {
        this.#watches.add(watch);
        const writing = watch.write(body, sink);
        fault?.affect(watch);
        try {
          await writing;
        } finally {
          this.#watches.delete(watch);
        }
      },
    };
  }
}

class ActiveFault implements Fault {
  readonly id: string;
  readonly options: FaultOptions;
  readonly #forget: () => void;
  readonly #lifted = new AbortController();
  /** The watches that it holds back. */
  readonly #held = new Set<FollowedWatch>();
  #hits = 0;

  constructor(id: string, options: FaultOptions, forget: () => void) {
    this.id = id;
    this.options = options;
    this.#forget = forget;
  }

  get hits(): number {
    return this.#hits;
  }

  get isActive(): boolean {
    return !this.#lifted.signal.aborted && (this.#hits < this.#times || this.#held.size > 0);
  }

  lift(): void {
    this.#lifted.abort();
    this.#forget();
    for (const watch of this.#held) watch.release(this);
    this.#held.clear();
  }

  /** Whether it affects this request, which then counts. */
  takes(context: RequestContext): boolean {
    const { effect } = this.options;
    const isOnlyForWatches = effect.type === 'gone' || effect.type === 'hold';
    if (isOnlyForWatches && context.info.verb !== 'watch') return false;
    if (this.#hits >= this.#times || !matchesRequest(this.options, context)) return false;
    this.#hits++;
    return true;
  }

  affect(watch: FollowedWatch): void {
    const { type } = this.options.effect;
    if (type === 'cut') watch.cut();
    else if (type === 'gone') watch.expire();
    else if (type === 'hold' && !this.#lifted.signal.aborted) {
      this.#held.add(watch);
      watch.hold(this);
    }
  }

  answer(context: RequestContext, next: Next): FilterResult {
    const { effect } = this.options;
    if (effect.type === 'fail') throw failure(effect, context);
    return effect.type === 'hang' ? this.#hang(context, next) : cutWithin(next);
  }

  async #hang({ request: { signal } }: RequestContext, next: Next): Promise<ApiResponse> {
    await aborted(AbortSignal.any([this.#lifted.signal, signal]));
    if (signal.aborted) throw timeout('a fault kept the request from being processed', 0);
    return next();
  }

  get #times(): number {
    const { times, effect } = this.options;
    if (times === undefined) return effect.type === 'hold' ? Number.POSITIVE_INFINITY : 1;
    return times === 'always' ? Number.POSITIVE_INFINITY : times;
  }
}

function isForOpenWatches({ type }: FaultEffect): boolean {
  return type === 'cut' || type === 'gone' || type === 'hold';
}

/** The usual reason of each code. */
const reasons: Readonly<Record<number, string>> = {
  ...Object.fromEntries(Object.entries(statusReasonCodes).map(([reason, code]) => [code, reason])),
  409: 'Conflict',
  410: 'Expired',
  500: 'InternalError',
};

function failure(
  { code, reason = reasons[code] ?? '', message, retryAfterSeconds }: Extract<FaultEffect, { type: 'fail' }>,
  { info: { verb, resource, apiGroup: group, name } }: RequestContext,
): StatusError {
  const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  const text = message ?? `a fault makes the server refuse to ${verb} ${resource}${name && ` "${name}"`}`;
  return StatusError.of({ code, reason, message: text, details: { name, group, kind: resource, ...retry } });
}

/** Processes the request and sends half of the response. */
async function cutWithin(next: Next): Promise<ApiResponse> {
  const response = await next();
  const { body, headers } = response;
  return {
    ...response,
    headers,
    async body(sink) {
      if (Buffer.isBuffer(body)) sink.write(body.subarray(0, body.length >> 1));
      throw new Error('a fault cut the response');
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
