import type { HealthRegistry } from '../health/index.js';

/** Runs after the server listens; it may use the API. The signal says that the server stops. */
export type PostStartHook = (context: { readonly signal: AbortSignal }) => void | Promise<void>;

/** Runs when the server is asked to stop, while it still serves: for what must be taken back through the API. */
export type PreShutdownHook = () => void | Promise<void>;

export interface PostStartHookOptions {
  /** `report`: the server goes on without it, and its health check says why. The server stops if absent. */
  readonly onFailure?: 'stop' | 'report';
}

export interface PostStartHooksOptions {
  readonly health: HealthRegistry;
  /** Names of hooks that are not to run. */
  readonly disabled?: readonly string[] | undefined;
  /** Told of the failure of a hook without which the server cannot be. */
  readonly onFatal: (error: Error) => void;
}

/** Each is a health check `poststarthook/<name>`, which passes when the hook is done. */
export class PostStartHooks {
  readonly #options: PostStartHooksOptions;
  readonly #hooks = new Map<string, () => Promise<void>>();
  readonly #stop = new AbortController();
  #running = false;

  constructor(options: PostStartHooksOptions) {
    this.#options = options;
  }

  add(name: string, hook: PostStartHook, { onFailure = 'stop' }: PostStartHookOptions = {}): void {
    if (this.#options.disabled?.includes(name)) return;
    if (this.#running) throw new Error(`unable to add "${name}" because PostStartHooks have already been called`);
    if (this.#hooks.has(name)) throw new Error(`unable to add "${name}" because it was already registered`);
    let problem: Error | undefined = new Error('not finished');
    this.#options.health.addBootSequence({
      name: `poststarthook/${name}`,
      check() {
        if (problem) throw problem;
      },
    });
    this.#hooks.set(name, async () => {
      try {
        await hook({ signal: this.#stop.signal });
        problem = undefined;
      } catch (error) {
        problem = new Error(`PostStartHook "${name}" failed: ${messageOf(error)}`, { cause: error });
        if (onFailure === 'stop') this.#options.onFatal(problem);
      }
    });
  }

  /** Begins all of them, and waits for none: controllers last as long as the server. */
  start(): void {
    this.#running = true;
    for (const run of this.#hooks.values()) void run();
  }

  stop(): void {
    this.#stop.abort(new Error('the server stops'));
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

  /** One after the other, all of them; resolves to what went wrong. */
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
