import type { Revision } from '../../../src/storage/index.js';
import type { SimulatedProcess } from '../engine/simulated-process.js';

/** A machine with the store and a wall clock; it may be down for a while. */
export interface Machine {
  readonly isUp: boolean;
  /** The time on its clock. */
  readonly now: number;
  /** The revision up to which the store may have compacted on its own. */
  readonly forgotten: Revision;
  open(): Promise<unknown>;
  /** Returns false if it was down already. */
  crash(): boolean;
  process(name: string): SimulatedProcess;
  jump(milliseconds: number, others: readonly SimulatedProcess[]): void;
  /** Whether the clock has ever reached this time. */
  hasShown(time: number): boolean;
}
