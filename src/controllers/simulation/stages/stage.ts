import type { ObjectMeta } from '../../../api/meta/v1.js';

/** An object that stages can be about. */
export interface Staged {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
}

export interface StageEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** The part of the object that it is about, such as `spec.containers{web}`. */
  readonly fieldPath?: string;
}

/** What happens in a stage. */
export interface Step {
  /** The whole status afterwards. */
  readonly status?: object;
  /** A merge patch of the rest of the object. */
  readonly patch?: object;
  readonly events?: readonly StageEvent[];
  /** Deletes the object, without any grace period. */
  readonly isDeleted?: boolean;
}

/** A rule of the simulation: which objects it is about, when something happens to them, and what. */
export interface Stage<Item extends Staged> {
  readonly name: string;
  matches(item: Item): boolean;
  /** When it happens, in milliseconds since 1970; Infinity: never. `since`: the stage matches since then. */
  dueAt(item: Item, since: number): number;
  step(item: Item, now: number): Step;
}
