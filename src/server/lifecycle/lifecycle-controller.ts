// Follows staging/src/k8s.io/apiserver/pkg/server/genericapiserver.go (v1.36)

import { nextIteration, systemClock } from '../../apimachinery/clock/index.js';
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

/** A listening server. */
interface Listener {
  /**
   * Stops listening immediately, and makes clients reconnect elsewhere. Requests in flight are still served, and so
   * are new ones on connections whose clients have not noticed yet. Resolves when the last connection is closed.
   */
  retire(options: { readonly quietMilliseconds: number }): Promise<void>;
  /** Destroys connections that have no requests, or only cancelled ones. */
  destroyCancelled(): void;
  /** Destroys all remaining connections. */
  destroy(): Promise<void>;
}

/** Options of the start and the shutdown of a server. */
export interface LifecycleOptions {
  readonly health: HealthRegistry;
  /** Called when a post-start hook fails that the server cannot run without: upstream exits the process. */
  readonly onFatal: (error: Error) => void;
  /** --shutdown-delay-duration */
  readonly shutdownDelayMilliseconds?: number;
  /** --shutdown-send-retry-after: keep listening, and reject new requests, until the requests in flight are done. */
  readonly sendRetryAfter?: boolean;
  /** --shutdown-watch-termination-grace-period: watches are ended gradually within this time; 0: all at once. */
  readonly watchGraceMilliseconds?: number;
  /** How long an HTTP/1.1 connection may be idle before it is closed. Unset: half a second. */
  readonly quietMilliseconds?: number;
  /** --request-timeout: the maximum duration of a request in flight. */
  readonly requestTimeoutMilliseconds?: number;
  readonly disabledPostStartHooks?: readonly string[];
  /** Hooks whose work is known to be done, such as those that create objects which the storage has already. */
  readonly completedPostStartHooks?: readonly string[];
  readonly notifyServiceManager?: NotifyServiceManager;
  readonly sleep?: Sleep;
  /** Called with lifecycle signals and non-fatal errors, for the log. */
  readonly onEvent?: (message: string, error?: unknown) => void;
}

/** By then a busy client has sent its next request. */
const defaultQuietMilliseconds = 500;
/** How long clients have to receive the end of their watches. */
const lingerMilliseconds = 1000;
/** After the requests in flight are drained, how long clients have to react to GOAWAY. */
const goAwayMilliseconds = 2000;

/** Most servers are ready with the first attempts; others are checked now and then. */
const quickAttempts = 100;
const checkMilliseconds = 10;

/** Starts a server, and shuts it down gracefully: see `LifecycleSignals` for the sequence. */
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
    const { health, onFatal, disabledPostStartHooks: disabled, completedPostStartHooks: completed } = options;
    this.#options = options;
    this.#sleep = options.sleep ?? sleepWithTimer;
    this.#postStartHooks = new PostStartHooks({ health, onFatal, disabled, completed });
  }

  /** Whether new requests get `retryAfterResponse`, unless they are exempt. */
  get refusesRequests(): boolean {
    return this.#options.sendRetryAfter === true && this.signals.notAcceptingNewRequest.happened;
  }

  addPostStartHook(name: string, hook: PostStartHook, options?: PostStartHookOptions): void {
    this.#postStartHooks.add(name, hook, options);
  }

  addPreShutdownHook(name: string, hook: PreShutdownHook): void {
    this.#preShutdownHooks.add(name, hook);
  }

  /** Resolves when the server listens; the post-start hooks then run in the background. Rejects if `listen` rejects. */
  async start(listen: () => Promise<Listener>): Promise<void> {
    const { health } = this.#options;
    health.addReadyz(shutdownCheck(this.signals.shutdownInitiated.signal));
    health.onFirstReady(() => this.#fire(this.signals.hasBeenReady));
    this.#listener = await listen();
    this.#postStartHooks.start();
    void this.#notify('READY=1');
  }

  /**
   * Resolves when readyz passes; rejects if it does not within the time, or the server shuts down first. For callers in
   * the server's process.
   */
  async ready({ timeoutMilliseconds }: { timeoutMilliseconds: number }): Promise<void> {
    const { health } = this.#options;
    const end = systemClock.monotonic() + timeoutMilliseconds;
    const ended = Promise.race([this.#postStartHooks.ended(), this.signals.shutdownInitiated.wait()]);
    await within(ended, timeoutMilliseconds, this.#sleep);
    for (let attempt = 0; ; attempt++) {
      const failures = await health.notReady(new AbortController().signal);
      if (failures.length === 0) return;
      if (this.signals.shutdownInitiated.happened) throw new Error('the server was shut down before it was ready');
      if (systemClock.monotonic() > end) throw new Error(`the server is not ready: ${failures.join(', ')}`);
      await (attempt < quickAttempts ? nextIteration(systemClock) : this.#sleep(checkMilliseconds));
    }
  }

  /**
   * Resolves when shutdown is complete; later calls return the same promise. Rejects at the end with an AggregateError
   * if pre-shutdown hooks failed.
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

  /** The server keeps listening until the requests in flight are done, since new ones get a rejection. */
  async #drainAndStopListening(): Promise<void> {
    await Promise.all([this.#drainRequests(), this.#drainWatches()]);
    this.#fire(this.signals.inFlightRequestsDrained);
    await within(this.#stopListening(), goAwayMilliseconds, this.#sleep);
    await this.#listener?.destroy();
  }

  /** New clients cannot connect; connected ones are served until they have noticed the shutdown. */
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

  /** Not awaited: a service manager that hangs must not delay the server. */
  async #notify(state: ServiceState): Promise<void> {
    try {
      await this.#options.notifyServiceManager?.(state);
    } catch (error) {
      this.#options.onEvent?.('unable to notify the service manager', error);
    }
  }
}
