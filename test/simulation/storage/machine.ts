import type { Revision } from '../../../src/storage/index.js';
import type { SimulatedProcess } from '../engine/simulated-process.js';

/** What has the store, may be down for a while, and has a clock on its wall. */
export interface Machine {
  readonly isUp: boolean;
  /** What the clock shows. */
  readonly now: number;
  /** How far the store may have compacted by itself. */
  readonly forgotten: Revision;
  open(): Promise<unknown>;
  /** False: it was down already. */
  crash(): boolean;
  process(name: string): SimulatedProcess;
  jump(milliseconds: number, others: readonly SimulatedProcess[]): void;
  /** Whether the clock has ever shown a time that late. */
  hasShown(time: number): boolean;
}
