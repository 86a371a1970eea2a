import { Random } from './random.js';
import { SimulatedProcess } from './simulated-process.js';

/** An event that can happen next. */
export interface PendingEvent {
  readonly process: SimulatedProcess;
  readonly label: string;
  readonly run: () => void;
}

export interface Timer extends PendingEvent {
  readonly due: number;
  /** Of the timers due at the same time, the one set first fires first. */
  readonly order: number;
}

/** A broken guarantee; the seed and the trace reproduce it. */
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
  /** Describes what a run that does not end is waiting for. */
  readonly waitingFor: () => string;
}

/** Runs promises until all of them wait for an external event. */
export function drainMicrotasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Decides by its seed what happens next, and when. Everything that crosses a boundary (disk, network, timer, client) is
 * an event here, and between two events all promises run until they wait for a further one. Time passes only here.
 */
export class Scheduler {
  readonly random: Random;
  readonly #onTrace: ((line: string) => void) | undefined;
  #processes: SimulatedProcess[] = [];
  #events: PendingEvent[] = [];
  #timers: Timer[] = [];
  #lastOrder = 0;
  #problem: unknown;
  /** Called before each step, to inject faults. */
  onStep: () => void = () => undefined;
  /** Milliseconds since the start. */
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

  /** The run fails with the first problem. */
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

  /** Drops all pending events of the process. */
  forget(process: SimulatedProcess): void {
    this.#events = this.#events.filter((event) => event.process !== process);
    this.#timers = this.#timers.filter((timer) => timer.process !== process);
    this.#processes = this.#processes.filter((other) => other !== process);
  }

  /** Runs until the work is done, like `runUntil`. */
  async awaited(work: Promise<unknown>, limits: RunLimits): Promise<void> {
    let isDone = false;
    const done = (): void => {
      isDone = true;
    };
    work.then(done, (error) => this.fail(error));
    await this.runUntil(() => isDone, limits);
  }

  /** Runs until the condition holds. Fails if no event is left before that, or after too many steps. */
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

  /** Returns false if no event is left. */
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

  /** Each process's oldest immediate and next timer, in Node.js order, and all external events. */
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
