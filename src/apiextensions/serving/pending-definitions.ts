import { type Clock, systemClock } from '../../apimachinery/clock/index.js';

/** Longer than a definition takes to be established on any storage that works. */
const longestWaitMilliseconds = 1000;

/** Requests for custom resources whose definition was created a moment ago, and has no conditions yet. */
export class PendingDefinitions {
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #clock: Pick<Clock, 'after'>;

  constructor(clock: Pick<Clock, 'after'> = systemClock) {
    this.#clock = clock;
  }

  /** Resolves when the definition of this name has changed, when the request has ended, or after a second. */
  async changed(name: string, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const finish = (): void => {
        cancelTimer();
        signal.removeEventListener('abort', finish);
        this.#remove(name, finish);
        resolve();
      };
      const cancelTimer = this.#clock.after(longestWaitMilliseconds, finish, { unref: true });
      signal.addEventListener('abort', finish);
      this.#add(name, finish);
    });
  }

  /** Called when a definition was changed or deleted. */
  wake(name: string): void {
    for (const finish of [...(this.#waiting.get(name) ?? [])]) finish();
  }

  #add(name: string, finish: () => void): void {
    const waiting = this.#waiting.get(name) ?? new Set();
    waiting.add(finish);
    this.#waiting.set(name, waiting);
  }

  #remove(name: string, finish: () => void): void {
    const waiting = this.#waiting.get(name);
    waiting?.delete(finish);
    if (waiting?.size === 0) this.#waiting.delete(name);
  }
}
