import type { Clock } from '../../apimachinery/clock/index.js';
import { type DeflatedPart, deflatePart } from '../../apimachinery/codec/index.js';
import {
  type CacheEntry,
  type EntryRun,
  JoinedItems,
  type Renaming,
  takingTurns,
  withoutLastComma,
} from '../../storage/cacher/index.js';
import type { Resource } from '../registry/index.js';

/**
 * The items of lists made of stored bytes, for clients that want these as they are. There is one for all lists of a
 * resource in a version, so that what was made for one serves the next.
 */
export class StoredItems {
  readonly plain: JoinedItems;
  readonly zipped: ZippedItems;
  readonly #resource: Resource;

  private constructor(resource: Resource, renaming: Renaming | undefined) {
    this.#resource = resource;
    this.plain = new JoinedItems(renaming);
    this.zipped = new ZippedItems(this.plain);
  }

  /** Undefined: objects of this version are not those that are stored. */
  static of(resource: Resource, version: string): StoredItems | undefined {
    const renaming = resource.renamingTo(version);
    return renaming && new StoredItems(resource, renaming);
  }

  /**
   * Whether all are stored as clients get them. What others have stored, or before a schema changed, is brought into today's
   * form now. Throws where there is something that cannot be read.
   */
  async canBe(runs: readonly EntryRun[], clock: Clock): Promise<boolean> {
    const { isCustom } = this.#resource;
    const unknown = runs.filter((run) => !run.known(this.plain) && !run.known(this.zipped));
    const entries = unknown.flatMap(({ values }) => (isCustom ? values : values.filter(isForeign)));
    let canBe = true;
    const look = ({ value }: CacheEntry): void => {
      if (isCustom) canBe &&= this.#resource.isStoredToday(value);
    };
    await takingTurns(entries, look, { clock });
    return canBe;
  }
}

/** Whether something may have to be done before its value can be sent. */
export function isForeign(entry: CacheEntry): boolean {
  return !entry.isRenewed;
}

/** The same, compressed. */
export class ZippedItems {
  readonly #items: JoinedItems;
  /** For the end of a list, where no comma follows. */
  readonly #last: ZippedItems | undefined;

  constructor(items: JoinedItems, { isLast = false } = {}) {
    this.#items = items;
    this.#last = isLast ? undefined : new ZippedItems(items, { isLast: true });
  }

  get last(): ZippedItems {
    return this.#last ?? this;
  }

  async of(run: EntryRun): Promise<readonly DeflatedPart[]> {
    return run.known(this) ?? run.keep(this, await this.#partsOf(run));
  }

  async #partsOf(run: EntryRun): Promise<DeflatedPart[]> {
    const pieces = this.#items.made(run);
    const parts: DeflatedPart[] = [];
    for (const piece of this.#last ? pieces : withoutLastComma(pieces)) parts.push(await deflatePart(piece));
    return parts;
  }
}
