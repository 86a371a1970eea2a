import { isStepDue, runYielding, type Steps, sorting } from '../event-loop/index.js';
import type { JsonObject, JsonValue } from '../meta/index.js';
import type { ListType } from './apply-type.js';
import { elementComparer } from './element-order.js';
import { FieldSet } from './field-set.js';
import { elementAt } from './list-items.js';
import { fieldElement, type PathElement } from './path-element.js';

/** Lists and maps with more items than this are wide: to walk one takes milliseconds. */
const wideItems = 2000;

export function isWide(value: JsonObject | readonly JsonValue[]): boolean {
  if (Array.isArray(value)) return value.length > wideItems;
  let count = 0;
  for (const _key in value) if (++count > wideItems) return true;
  return false;
}

type SetOfItem = (item: JsonValue) => FieldSet;

/**
 * The field sets of wide lists and maps, which are completed in steps. Until then they are not empty, and nothing may
 * look into them.
 */
export class WideSets {
  readonly #completions: Steps<void>[] = [];

  ofList(type: ListType, value: readonly JsonValue[], { self, setOf }: { self: boolean; setOf: SetOfItem }): FieldSet {
    return this.#incomplete(self, (complete) => completingList(type, value, { setOf, complete }));
  }

  /** For a map whose type declares no fields. */
  ofMap(value: JsonObject, { self, setOf }: { self: boolean; setOf: SetOfItem }): FieldSet {
    return this.#incomplete(self, (complete) => completingMap(value, { setOf, complete }));
  }

  async complete(): Promise<void> {
    // Completing one may add others.
    for (const completion of this.#completions) await runYielding(completion);
    this.#completions.length = 0;
  }

  #incomplete(self: boolean, completing: (complete: Complete) => Steps<void>): FieldSet {
    const elements: PathElement[] = [incomplete];
    const children = [FieldSet.leaf];
    const complete: Complete = function* (sets) {
      elements.length = 0;
      children.length = 0;
      for (const element of yield* sorting([...sets.keys()], elementComparer())) {
        if (isStepDue()) yield;
        elements.push(element);
        children.push(sets.get(element) as FieldSet);
      }
    };
    this.#completions.push(completing(complete));
    return FieldSet.of(self, elements, children);
  }
}

const incomplete: PathElement = 'f:incomplete';

/** Sets the children of the incomplete set. */
type Complete = (sets: ReadonlyMap<PathElement, FieldSet>) => Steps<void>;

interface Completing {
  readonly setOf: SetOfItem;
  readonly complete: Complete;
}

function* completingList(type: ListType, value: readonly JsonValue[], { setOf, complete }: Completing): Steps<void> {
  const sets = new Map<PathElement, FieldSet>();
  for (let index = 0; index < value.length; index++) {
    if (isStepDue()) yield;
    const item = value[index] as JsonValue;
    const element = elementAt(type, item, index);
    // Items with a duplicate element are treated as one value.
    sets.set(element, sets.has(element) ? FieldSet.leaf : setOf(item).withSelf);
  }
  yield* complete(sets);
}

function* completingMap(value: JsonObject, { setOf, complete }: Completing): Steps<void> {
  const sets = new Map<PathElement, FieldSet>();
  const names = Object.keys(value);
  yield;
  for (const name of names) {
    if (isStepDue()) yield;
    sets.set(fieldElement(name), setOf(value[name] as JsonValue).withSelf);
  }
  yield* complete(sets);
}
