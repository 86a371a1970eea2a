import { Random } from './random.js';
import { SimulatedProcess } from './simulated-process.js';

/** Something that can happen next. */
export interface PendingEvent {
  readonly process: SimulatedProcess;
  readonly label: string;
  readonly run: () => void;
}

export interface Timer extends PendingEvent {
  readonly due: number;
  /** Of those that are due at the same time, the one set first fires first. */
  readonly order: number;
}

/** What was promised and does not hold: the seed and the trace tell how it came about. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

export interface SchedulerOptions {
  readonly seed: number;
  /** Receives one line for each step. */
  readonly onTrace?: ((line: string) => void) | undefined;
}

export interface RunLimits {
  readonly maxSteps: number;
  /** For who wonders why it does not end. */
  readonly waitingFor: () => string;
}

/** Runs promises until none can go on without something that happens from outside. */
export function drainMicrotasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Decides by its seed what happens next, and when: everything that crosses a seam (a disk, a network, a timer, a client)
 * is an event here, and between two events all promises run until they wait for a further one. Time passes only here.
 */
export class Scheduler {
  readonly random: Random;
  readonly #onTrace: ((line: string) => void) | undefined;
  #processes: SimulatedProcess[] = [];
  #events: PendingEvent[] = [];
  #timers: Timer[] = [];
  #lastOrder = 0;
  #problem: unknown;
  /** Called before each step: the moment for things that nobody in the simulation does. */
  onStep: () => void = () => undefined;
  /** Milliseconds since the beginning. */
  time = 0;
  steps = 0;

  constructor({ seed, onTrace }: SchedulerOptions) {
    this.random = new Random(seed);
    this.#onTrace = onTrace;
  }

  process(name: string): SimulatedProcess {
    const process = new SimulatedProcess(name, this);
    this.#processes.push(process);
    return process;
  }

  trace(text: () => string): void {
    this.#onTrace?.(`${String(this.steps).padStart(5)} ${this.time.toFixed(0).padStart(8)} ms  ${text()}`);
  }

  /** The first thing that went wrong is what the run fails with. */
  fail(problem: unknown): void {
    this.#problem ??= problem;
  }

  addEvent(event: PendingEvent): void {
    if (event.process.isAlive) this.#events.push(event);
  }

  addTimer(timer: Omit<Timer, 'order'>): () => void {
    if (!timer.process.isAlive) return () => undefined;
    const added: Timer = { ...timer, order: this.#lastOrder++ };
    this.#timers.push(added);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== added);
    };
  }

  timersOf(process: SimulatedProcess): readonly Timer[] {
    return this.#timers.filter((timer) => timer.process === process);
  }

  /** What the process was about to do never happens. */
  forget(process: SimulatedProcess): void {
    this.#events = this.#events.filter((event) => event.process !== process);
    this.#timers = this.#timers.filter((timer) => timer.process !== process);
    this.#processes = this.#processes.filter((other) => other !== process);
  }

  /** Until the work is done, as `runUntil`. */
  async awaited(work: Promise<unknown>, limits: RunLimits): Promise<void> {
    let isDone = false;
    const done = (): void => {
      isDone = true;
    };
    work.then(done, (error) => this.fail(error));
    await this.runUntil(() => isDone, limits);
  }

  /** Until the condition holds. Fails when nothing can happen any more before that, or after too many steps. */
  async runUntil(isDone: () => boolean, { maxSteps, waitingFor }: RunLimits): Promise<void> {
    const last = this.steps + maxSteps;
    for (;;) {
      await drainMicrotasks();
      if (this.#problem !== undefined) throw this.#problem;
      if (isDone()) return;
      if (this.steps >= last) throw new Violation(`no end after ${maxSteps} steps: ${waitingFor()}`);
      if (!this.#step()) throw new Violation(`nothing can happen any more, yet unfinished: ${waitingFor()}`);
    }
  }

  /** False: nothing is left that could happen. */
  #step(): boolean {
    this.onStep();
    const event = this.#next();
    if (!event) return false;
    this.steps++;
    this.trace(() => `${event.process.name}: ${event.label}`);
    event.run();
    return true;
  }

  #next(): PendingEvent | undefined {
    const ready = this.#ready();
    const isIdle = ready.length === 0;
    if (this.#timers.length > 0 && (isIdle || this.random.chance(0.04))) {
      const due = Math.min(...this.#timers.map((timer) => timer.due));
      if (due > this.time) this.time = due + (this.random.chance(0.1) ? this.random.below(50) : 0);
      if (isIdle) return this.#take(this.random.pick(this.#ready()));
    }
    if (this.random.chance(0.2)) this.time += this.random.below(3);
    return isIdle ? undefined : this.#take(this.random.pick(ready));
  }

  /** Of each process its oldest immediate and its next timer, as Node.js orders them, and everything from outside. */
  #ready(): PendingEvent[] {
    const immediates = this.#processes.flatMap((process) => process.nextImmediate ?? []);
    const timers = this.#processes.flatMap((process) => this.#dueTimer(process) ?? []);
    return [...this.#events, ...immediates, ...timers];
  }

  #dueTimer(process: SimulatedProcess): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.process !== process || timer.due > this.time) continue;
      if (!first || timer.due < first.due || (timer.due === first.due && timer.order < first.order)) first = timer;
    }
    return first;
  }

  #take(event: PendingEvent): PendingEvent {
    if (event.process.nextImmediate === event) event.process.takeImmediate();
    else if ('due' in event) this.#timers = this.#timers.filter((timer) => timer !== event);
    else this.#events.splice(this.#events.indexOf(event), 1);
    return event;
  }
}
