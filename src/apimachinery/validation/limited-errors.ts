import { areStagesLong, Slice, yieldToEventLoop } from '../event-loop/index.js';
import type { FieldError } from './field-error.js';

/** Ten times as many as are listed. */
const maxCreatedErrors = 10_000;
/** Shorter lists are validated without interruption. */
const wideItems = 1000;
/** Items that are validated between two looks at the clock. */
const itemsBetweenLooks = 16;

class TooManyErrors extends Error {}
class Suspended extends Error {}

const suspended = new Suspended();

/** A list that is validated in slices, with what its items have changed so far. */
interface Walk {
  readonly items: readonly unknown[];
  readonly state: unknown;
  readonly visit: (state: unknown, item: unknown, index: number) => void;
  /** The number of items that have been visited. */
  done: number;
  /** Errors that these visits have created. */
  readonly created: FieldError[];
}

/**
 * A validation that is limited in errors and in uninterrupted time. Validations are plain functions; one that takes long is
 * suspended by an exception within a wide list, and called again after other events were handled. It then does not
 * visit again the items that it has visited before, so most of the work is done once.
 */
class LimitedValidation {
  /** Errors of the current pass. */
  #created: FieldError[] = [];
  /** The wide lists, in the order in which the validation comes to them: it is the same in every pass. */
  readonly #walks: Walk[] = [];
  #next = 0;
  /** Begins when a pass does something that no pass has done before. */
  #slice: Slice | undefined;
  /** Keys of wide maps: for tens of thousands, they take milliseconds to list. */
  #keys: Map<object, readonly string[]> | undefined;
  #hasLongParts: boolean | undefined;
  /** Lists within the items of a wide one are not interrupted: their item would be visited twice. */
  #isWithinItem = false;

  /** Returns undefined if the validation is not finished. */
  pass(validate: () => readonly FieldError[]): readonly FieldError[] | undefined {
    const outer = current;
    current = this;
    this.#created = [];
    this.#next = 0;
    this.#slice = undefined;
    try {
      return validate();
    } catch (error) {
      if (error instanceof TooManyErrors) return this.#created;
      if (error !== suspended) throw error;
      return undefined;
    } finally {
      current = outer;
    }
  }

  count(error: FieldError): void {
    if (this.#created.push(error) >= maxCreatedErrors) throw new TooManyErrors();
  }

  keysOf(map: object): readonly string[] {
    const known = this.#keys?.get(map);
    if (known) return known;
    const keys = Object.keys(map);
    if (keys.length <= wideItems) return keys;
    this.#keys ??= new Map();
    this.#keys.set(map, keys);
    return keys;
  }

  /** Whether parts may take milliseconds: only those of large objects do. The same in every pass. */
  get mayInterruptParts(): boolean {
    this.#hasLongParts ??= areStagesLong();
    return this.#hasLongParts && !this.#isWithinItem;
  }

  mayInterrupt(items: readonly unknown[]): boolean {
    return items.length > wideItems && !this.#isWithinItem;
  }

  /** Continues the walk that the last pass has begun at this place, or else the given one. Returns its state. */
  visit(given: Omit<Walk, 'done' | 'created'>): unknown {
    const index = this.#next++;
    this.#walks[index] ??= { ...given, done: 0, created: [] };
    const walk = this.#walks[index];
    if (walk.items.length !== given.items.length)
      throw new Error('a validation visits other lists when it is repeated');
    for (const error of walk.created) this.#created.push(error);
    if (walk.done < walk.items.length) this.#continue(walk);
    return walk.state;
  }

  #continue(walk: Walk): void {
    const { items, state, visit } = walk;
    this.#slice ??= new Slice();
    const before = this.#created.length;
    this.#isWithinItem = true;
    try {
      while (walk.done < items.length) {
        visit(state, items[walk.done], walk.done);
        walk.done++;
        const isLook = walk.done % itemsBetweenLooks === 0 || walk.done === items.length;
        if (isLook && this.#slice.isOver) throw suspended;
      }
    } finally {
      this.#isWithinItem = false;
      for (const error of this.#created.slice(before)) walk.created.push(error);
    }
  }
}

/** The validation that is running, if it is limited. */
let current: LimitedValidation | undefined;

/**
 * Runs a validation, and ends it when it has found ten thousand errors: for the millions that a request can contain it
 * would take seconds. The result is then what it has found so far, in that order. A validation that visits wide lists by
 * `visitItems` yields to the event loop meanwhile; it may be called several times, so it must change nothing but the states
 * of its visits.
 */
export function limitedErrors(
  validate: () => readonly FieldError[],
): readonly FieldError[] | Promise<readonly FieldError[]> {
  const validation = new LimitedValidation();
  return validation.pass(validate) ?? finished(validation, validate);
}

async function finished(
  validation: LimitedValidation,
  validate: () => readonly FieldError[],
): Promise<readonly FieldError[]> {
  for (;;) {
    await yieldToEventLoop();
    const errors = validation.pass(validate);
    if (errors) return errors;
  }
}

/** Called with each error that is created. */
export function countError(error: FieldError): void {
  current?.count(error);
}

/**
 * Calls `visit` for each item and returns the state. Within `limitedErrors`, a long list may be visited in several slices.
 * What `visit` changes must be in the state, or be read by `visit` only.
 */
export function visitItems<Item, State>(
  items: readonly Item[],
  state: State,
  visit: (state: State, item: Item, index: number) => void,
): State {
  if (current?.mayInterrupt(items)) return current.visit({ items, state, visit: visit as Walk['visit'] }) as State;
  for (let index = 0; index < items.length; index++) visit(state, items[index] as Item, index);
  return state;
}

/**
 * Calls a part of a validation that takes milliseconds for large objects, and returns its result. Within `limitedErrors`, it is
 * then called once, and others may run after it. The part must change nothing; within it, `visitItems` is not interrupted.
 */
export function validateOnce<Result>(part: () => Result): Result {
  if (!current?.mayInterruptParts) return part();
  const state: { result?: Result } = {};
  const visit = (its: { result?: Result }) => {
    its.result = part();
  };
  const walked = current.visit({ items: [part], state, visit: visit as Walk['visit'] }) as typeof state;
  return walked.result as Result;
}

/** Like `Object.keys`. Within `limitedErrors`, the keys of a large map are listed once. */
export function keysOf(map: object): readonly string[] {
  return current?.keysOf(map) ?? Object.keys(map);
}
