/** Something that happens once in the life of a server. */
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

  /** Aborted when it happens: for those who take a signal. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Says that it has happened; again changes nothing. */
  fire(): void {
    this.#controller.abort(new Error(this.name));
  }

  /** Resolves when it happens, at once where it has. */
  wait(): Promise<void> {
    this.#promise ??= new Promise((resolve) => {
      if (this.happened) resolve();
      else this.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    return this.#promise;
  }
}

/** In the order in which they happen; the names are those of upstream's log. */
export interface LifecycleSignals {
  /** Every path of every server of the chain is there: what is not found from now on does not exist. */
  readonly muxAndDiscoveryComplete: LifecycleSignal;
  /** readyz has passed for the first time. */
  readonly hasBeenReady: LifecycleSignal;
  /** readyz fails from now on; everything else goes on. */
  readonly shutdownInitiated: LifecycleSignal;
  /** Load balancers have had the time to send their requests elsewhere. */
  readonly afterShutdownDelayDuration: LifecycleSignal;
  readonly preShutdownHooksStopped: LifecycleSignal;
  /** After the two before it: new requests are refused. */
  readonly notAcceptingNewRequest: LifecycleSignal;
  /** Nothing more is going to be audited. */
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
