// Follows staging/src/k8s.io/apiserver/pkg/server/hooks.go (v1.36)

import { nextIteration, systemClock } from '../../apimachinery/clock/index.js';
import { messageOf } from '../../apimachinery/status/index.js';
import type { HealthRegistry } from '../health/index.js';

/** Runs after the server has started listening; may use the API. The signal is aborted when the server stops. */
export type PostStartHook = (context: { readonly signal: AbortSignal }) => void | Promise<void>;

/** Runs when shutdown begins, while the server still serves: for cleanup through the API. */
export type PreShutdownHook = () => void | Promise<void>;

export interface PostStartHookOptions {
  /** `report`: the server continues, and the hook's health check reports the failure. Unset: `stop`. */
  readonly onFailure?: 'stop' | 'report';
}

export interface PostStartHooksOptions {
  readonly health: HealthRegistry;
  /** Names of hooks that do not run. */
  readonly disabled?: readonly string[] | undefined;
  /** Names of hooks whose work is known to be done: they do not run, and their health checks pass. */
  readonly completed?: readonly string[] | undefined;
  /** Called when a hook fails that the server cannot run without. */
  readonly onFatal: (error: Error) => void;
}

/** One for all hooks: each error would keep a stack. */
const notFinished = new Error('not finished');

/** Each hook has a health check `poststarthook/<name>`, which passes once the hook has completed. */
export class PostStartHooks {
  readonly #options: PostStartHooksOptions;
  readonly #hooks = new Map<string, () => Promise<void>>();
  readonly #stop = new AbortController();
  #running: Promise<unknown> | undefined;

  constructor(options: PostStartHooksOptions) {
    this.#options = options;
  }

  add(name: string, hook: PostStartHook, { onFailure = 'stop' }: PostStartHookOptions = {}): void {
    if (this.#options.disabled?.includes(name)) return;
    if (this.#running) throw new Error(`unable to add "${name}" because PostStartHooks have already been called`);
    if (this.#hooks.has(name)) throw new Error(`unable to add "${name}" because it was already registered`);
    const isCompleted = this.#options.completed?.includes(name) ?? false;
    let problem: Error | undefined = isCompleted ? undefined : notFinished;
    this.#options.health.addBootSequence({
      name: `poststarthook/${name}`,
      check() {
        if (problem) throw problem;
      },
    });
    this.#hooks.set(name, async () => {
      if (isCompleted) return;
      try {
        await hook({ signal: this.#stop.signal });
        problem = undefined;
      } catch (error) {
        problem = new Error(`PostStartHook "${name}" failed: ${messageOf(error)}`, { cause: error });
        if (onFailure === 'stop') this.#options.onFatal(problem);
      }
    });
  }

  /** Starts all hooks soon, without waiting for them: controllers run as long as the server. */
  start(): void {
    this.#running = this.#runSoon();
  }

  async #runSoon(): Promise<void> {
    await nextIteration(systemClock);
    if (!this.#stop.signal.aborted) await Promise.all([...this.#hooks.values()].map((run) => run()));
  }

  /** Resolves when all hooks have completed or failed. */
  async ended(): Promise<void> {
    await this.#running;
  }

  stop(): void {
    this.#stop.abort(new Error('the server is shutting down'));
  }
}

export class PreShutdownHooks {
  readonly #hooks = new Map<string, PreShutdownHook>();
  #called = false;

  add(name: string, hook: PreShutdownHook): void {
    if (this.#called) throw new Error(`unable to add "${name}" because PreShutdownHooks have already been called`);
    if (this.#hooks.has(name)) throw new Error(`unable to add "${name}" because it is already registered`);
    this.#hooks.set(name, hook);
  }

  /** Runs all hooks sequentially; resolves to their failures. */
  async run(): Promise<readonly Error[]> {
    this.#called = true;
    const failures: Error[] = [];
    for (const [name, hook] of this.#hooks) {
      try {
        await hook();
      } catch (error) {
        failures.push(new Error(`PreShutdownHook "${name}" failed: ${messageOf(error)}`, { cause: error }));
      }
    }
    return failures;
  }
}
