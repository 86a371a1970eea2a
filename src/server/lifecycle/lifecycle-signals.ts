// Follows staging/src/k8s.io/apiserver/pkg/server/lifecycle_signals.go (v1.36)

/** An event that happens once in the life of a server. */
export class LifecycleSignal {
  readonly name: string;
  readonly #controller = new AbortController();
  #promise: Promise<void> | undefined;

  constructor(name: string) {
    this.name = name;
  }

  get happened(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Aborted when the event happens, for APIs that take an AbortSignal. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Signals the event; idempotent. */
  fire(): void {
    this.#controller.abort(new Error(this.name));
  }

  /** Resolves when the event happens, or immediately if it already has. */
  wait(): Promise<void> {
    this.#promise ??= new Promise((resolve) => {
      if (this.happened) resolve();
      else this.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    return this.#promise;
  }
}

/** In chronological order; the names are those in upstream's log. */
export interface LifecycleSignals {
  /** All paths of all servers in the chain are installed: a path that is not found from now on does not exist. */
  readonly muxAndDiscoveryComplete: LifecycleSignal;
  /** readyz has passed for the first time. */
  readonly hasBeenReady: LifecycleSignal;
  /** readyz fails from now on; everything else continues. */
  readonly shutdownInitiated: LifecycleSignal;
  /** Load balancers have had time to redirect their requests. */
  readonly afterShutdownDelayDuration: LifecycleSignal;
  readonly preShutdownHooksStopped: LifecycleSignal;
  /** After the previous two: new requests are rejected. */
  readonly notAcceptingNewRequest: LifecycleSignal;
  /** No more audit events follow. */
  readonly inFlightRequestsDrained: LifecycleSignal;
  readonly httpServerStoppedListening: LifecycleSignal;
}

export function newLifecycleSignals(): LifecycleSignals {
  return {
    muxAndDiscoveryComplete: new LifecycleSignal('MuxAndDiscoveryComplete'),
    hasBeenReady: new LifecycleSignal('HasBeenReady'),
    shutdownInitiated: new LifecycleSignal('ShutdownInitiated'),
    afterShutdownDelayDuration: new LifecycleSignal('AfterShutdownDelayDuration'),
    preShutdownHooksStopped: new LifecycleSignal('PreShutdownHooksStopped'),
    notAcceptingNewRequest: new LifecycleSignal('NotAcceptingNewRequest'),
    inFlightRequestsDrained: new LifecycleSignal('InFlightRequestsDrained'),
    httpServerStoppedListening: new LifecycleSignal('HTTPServerStoppedListening'),
  };
}
