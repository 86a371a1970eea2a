import { type HealthRegistry, shutdownCheck } from '../health/index.js';
import {
  type PostStartHook,
  type PostStartHookOptions,
  PostStartHooks,
  type PreShutdownHook,
  PreShutdownHooks,
} from './hooks.js';
import { RequestsInFlight, WatchesInFlight } from './in-flight.js';
import { type LifecycleSignal, type LifecycleSignals, newLifecycleSignals } from './lifecycle-signals.js';
import type { NotifyServiceManager, ServiceState } from './service-manager.js';
import { type Sleep, sleepWithTimer, within } from './sleep.js';

/** A server that listens. */
export interface Listener {
  /**
   * Stops listening at once, and tells clients to go elsewhere; requests under way are answered, and so are those that
   * come on connections whose clients cannot know yet. Resolves when the last connection is closed.
   */
  retire(options: { readonly quietMilliseconds: number }): Promise<void>;
  /** Breaks the connections off that have nothing but cancelled requests, or none. */
  destroyCancelled(): void;
  /** Breaks off what is left. */
  destroy(): Promise<void>;
}

export interface LifecycleOptions {
  readonly health: HealthRegistry;
  /** Told of the failure of a post-start hook without which the server cannot be: upstream's ends the process. */
  readonly onFatal: (error: Error) => void;
  /** --shutdown-delay-duration */
  readonly shutdownDelayMilliseconds?: number;
  /** --shutdown-send-retry-after: listen, and refuse, until the requests in flight are done. */
  readonly sendRetryAfter?: boolean;
  /** --shutdown-watch-termination-grace-period: in which watches are told to end, a few at a time; 0: all at once. */
  readonly watchGraceMilliseconds?: number;
  /** How long a client of HTTP/1.1 may be silent before its connection is closed. Half a second if absent. */
  readonly quietMilliseconds?: number;
  /** --request-timeout: no request in flight lasts longer. */
  readonly requestTimeoutMilliseconds?: number;
  readonly disabledPostStartHooks?: readonly string[];
  readonly notifyServiceManager?: NotifyServiceManager;
  readonly sleep?: Sleep;
  /** Told of signals and of what does not stop the server: for the log. */
  readonly onEvent?: (message: string, error?: unknown) => void;
}

/** A client that is busy has sent its next request by then. */
const defaultQuietMilliseconds = 500;
/** In which clients must have taken the ends of their watches. */
const lingerMilliseconds = 1000;
/** After requests in flight are drained, so much is left for clients to take note of GOAWAY. */
const goAwayMilliseconds = 2000;

/** Starts a server, and ends it so that no client notices: see `LifecycleSignals` for the order of things. */
export class LifecycleController {
  readonly signals: LifecycleSignals = newLifecycleSignals();
  readonly requests = new RequestsInFlight();
  readonly watches = new WatchesInFlight();
  readonly #options: LifecycleOptions;
  readonly #sleep: Sleep;
  readonly #postStartHooks: PostStartHooks;
  readonly #preShutdownHooks = new PreShutdownHooks();
  #listener: Listener | undefined;
  #shutdown: Promise<void> | undefined;

  constructor(options: LifecycleOptions) {
    const { health, onFatal, disabledPostStartHooks: disabled } = options;
    this.#options = options;
    this.#sleep = options.sleep ?? sleepWithTimer;
    this.#postStartHooks = new PostStartHooks({ health, onFatal, disabled });
  }

  /** New requests are answered with `retryAfterRefusal`, unless they are exempt. */
  get refusesRequests(): boolean {
    return this.#options.sendRetryAfter === true && this.signals.notAcceptingNewRequest.happened;
  }

  addPostStartHook(name: string, hook: PostStartHook, options?: PostStartHookOptions): void {
    this.#postStartHooks.add(name, hook, options);
  }

  addPreShutdownHook(name: string, hook: PreShutdownHook): void {
    this.#preShutdownHooks.add(name, hook);
  }

  /** Resolves when the server listens; the post-start hooks then run beside it. Rejects with what `listen` rejects with. */
  async start(listen: () => Promise<Listener>): Promise<void> {
    const { health } = this.#options;
    health.addReadyz(shutdownCheck(this.signals.shutdownInitiated.signal));
    health.onFirstReady(() => this.#fire(this.signals.hasBeenReady));
    this.#listener = await listen();
    this.#postStartHooks.start();
    void this.#notify('READY=1');
  }

  /**
   * Resolves when everything has come to its end; again gives the same promise. Rejects, in the end, with an
   * AggregateError when pre-shutdown hooks failed.
   */
  shutdown(reason: string): Promise<void> {
    this.#shutdown ??= this.#shutDown(reason);
    return this.#shutdown;
  }

  async #shutDown(reason: string): Promise<void> {
    this.#options.onEvent?.(`shutting down: ${reason}`);
    this.#fire(this.signals.shutdownInitiated);
    void this.#notify('STOPPING=1');
    const [failures] = await Promise.all([this.#runPreShutdownHooks(), this.#delay()]);
    this.#fire(this.signals.notAcceptingNewRequest);
    if (this.#options.sendRetryAfter) await this.#drainAndStopListening();
    else await this.#stopListeningAndDrain();
    if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join(', '));
  }

  async #runPreShutdownHooks(): Promise<readonly Error[]> {
    const failures = await this.#preShutdownHooks.run();
    this.#fire(this.signals.preShutdownHooksStopped);
    return failures;
  }

  async #delay(): Promise<void> {
    const { shutdownDelayMilliseconds = 0 } = this.#options;
    if (shutdownDelayMilliseconds > 0) await this.#sleep(shutdownDelayMilliseconds);
    this.#fire(this.signals.afterShutdownDelayDuration);
  }

  /** New requests are refused by an answer, and so the server listens until the others are done. */
  async #drainAndStopListening(): Promise<void> {
    await Promise.all([this.#drainRequests(), this.#drainWatches()]);
    this.#fire(this.signals.inFlightRequestsDrained);
    await within(this.#stopListening(), goAwayMilliseconds, this.#sleep);
    await this.#listener?.destroy();
  }

  /** New clients cannot connect; those that are connected are served until they know that they must go. */
  async #stopListeningAndDrain(): Promise<void> {
    const gone = new AbortController();
    const served = this.#stopListening().finally(() => gone.abort());
    const watches = this.#drainWatches().then(() => this.#destroyCancelledUntil(gone.signal));
    await within(Promise.all([served, watches]), this.#requestTimeout, this.#sleep);
    gone.abort();
    await this.#drainRequests();
    this.#fire(this.signals.inFlightRequestsDrained);
    await this.#listener?.destroy();
  }

  async #destroyCancelledUntil(gone: AbortSignal): Promise<void> {
    for (;;) {
      await this.#sleep(lingerMilliseconds, gone);
      if (gone.aborted) return;
      this.#listener?.destroyCancelled();
    }
  }

  #drainRequests(): Promise<boolean> {
    return within(this.requests.drain(), this.#requestTimeout, this.#sleep);
  }

  #drainWatches(): Promise<unknown> {
    return this.watches.drain(this.#options.watchGraceMilliseconds ?? 0, this.#sleep);
  }

  async #stopListening(): Promise<void> {
    const { quietMilliseconds = defaultQuietMilliseconds } = this.#options;
    this.#postStartHooks.stop();
    const closed = this.#listener?.retire({ quietMilliseconds });
    this.#fire(this.signals.httpServerStoppedListening);
    await closed;
  }

  get #requestTimeout(): number {
    return this.#options.requestTimeoutMilliseconds ?? 60_000;
  }

  #fire(signal: LifecycleSignal): void {
    signal.fire();
    this.#options.onEvent?.(`lifecycle event ${signal.name}`);
  }

  /** Nothing waits for it: a service manager that hangs must not hold up the server. */
  async #notify(state: ServiceState): Promise<void> {
    try {
      await this.#options.notifyServiceManager?.(state);
    } catch (error) {
      this.#options.onEvent?.('unable to notify the service manager', error);
    }
  }
}
