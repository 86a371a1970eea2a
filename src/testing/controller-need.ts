import type { StorageImage } from '../storage/embedded/index.js';
import type { Revision, Storage, WatchEvent } from '../storage/index.js';

/** Signs in the JSON of an object: it has an owner, or waits for its dependents to be deleted or orphaned. */
const signs = ['"ownerReferences"', '"foregroundDeletion"', '"orphan"'].map((text) => Buffer.from(text));

const collector = 'garbage-collector-controller';
const aggregation = 'clusterrole-aggregation-controller';

/** Controllers that read many objects when they start, with the changes that give them something to do. */
export const changesThatMatter: ReadonlyMap<string, (change: WatchEvent) => boolean> = new Map([
  [collector, (change) => change.type === 'put' && mattersToCollector(change.entry.value)],
  [aggregation, (change) => (change.type === 'put' ? change.entry.key : change.key).startsWith('/clusterroles/')],
]);

/**
 * Whether a controller may have anything to do. One without saves the time and the memory of all that it would read.
 */
export class ControllerNeed {
  /** Resolves with the first change that matters to the controller. */
  readonly needed: Promise<void>;
  readonly #matters: (change: WatchEvent) => boolean;
  #resolve: () => void = () => undefined;
  #isNeeded = false;
  /** No change up to this revision matters, unless `#isNeeded`. */
  #revision: Revision = 0n;

  constructor(matters: (change: WatchEvent) => boolean) {
    this.#matters = matters;
    this.needed = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Whether a change up to a revision may matter. */
  isNeededAt(revision: Revision): boolean {
    return this.#isNeeded || this.#revision < revision;
  }

  require(): void {
    this.#isNeeded = true;
    this.#resolve();
  }

  /** Reads what is written to a storage after a revision, until something matters or the storage is closed. */
  async watch(storage: Storage, after: Revision): Promise<void> {
    this.#revision = after;
    for await (const { events, revision } of storage.watch('', { after })) {
      if (events.some(this.#matters)) return this.require();
      this.#revision = revision;
    }
  }
}

/** Whether an object, in JSON, matters to the garbage collector. */
function mattersToCollector(value: Buffer): boolean {
  return signs.some((sign) => value.includes(sign));
}

/**
 * The controllers that have something to do for an image of a ready server. `isAggregated`: its roles have the rules of
 * those that they aggregate.
 */
export function controllersNeededFor(
  image: StorageImage,
  { isAggregated }: { isAggregated: boolean },
): readonly string[] {
  const isCollected = !image.entries('').some(({ value }) => mattersToCollector(value));
  return [...(isCollected ? [] : [collector]), ...(isAggregated ? [] : [aggregation])];
}
