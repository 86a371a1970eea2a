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
  /** Stops listening at once; resolves when the requests under way are done, or broken off after the time. */
  close(options: { readonly graceMilliseconds: number }): Promise<void>;
}

export interface LifecycleOptions {
  readonly health: HealthRegistry;
  /** Told of the failure of a post-start hook without which the server cannot be: upstream's ends the process. */
  readonly onFatal: (error: Error) => void;
  /** --shutdown-delay-duration */
  readonly shutdownDelayMilliseconds?: number;
  /** --shutdown-send-retry-after: listen, and refuse, until the requests in flight are done. */
  readonly sendRetryAfter?: boolean;
  /** --shutdown-watch-termination-grace-period; 0: watches are cut off with their connections. */
  readonly watchGraceMilliseconds?: number;
  /** --request-timeout: no request in flight lasts longer. */
  readonly requestTimeoutMilliseconds?: number;
  readonly disabledPostStartHooks?: readonly string[];
  readonly notifyServiceManager?: NotifyServiceManager;
  readonly sleep?: Sleep;
  /** Told of signals and of what does not stop the server: for the log. */
  readonly onEvent?: (message: string, error?: unknown) => void;
}

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
    if (this.#options.sendRetryAfter) {
      await this.#drain();
      await this.#stopListening(goAwayMilliseconds);
    } else {
      await Promise.all([this.#drain(), this.#stopListening(this.#requestTimeout)]);
    }
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

  async #drain(): Promise<void> {
    const { watchGraceMilliseconds = 0 } = this.#options;
    await Promise.all([
      within(this.requests.drain(), this.#requestTimeout, this.#sleep),
      this.watches.drain(watchGraceMilliseconds, this.#sleep),
    ]);
    this.#fire(this.signals.inFlightRequestsDrained);
  }

  async #stopListening(graceMilliseconds: number): Promise<void> {
    this.#postStartHooks.stop();
    const closed = this.#listener?.close({ graceMilliseconds });
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
