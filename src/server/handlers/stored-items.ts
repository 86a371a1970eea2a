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
 * List items made of stored bytes, for clients that accept those unchanged. Shared by all lists of a resource in a
 * version, so that encoded items are reused.
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

  /** Undefined: objects of this version differ from the stored ones. */
  static of(resource: Resource, version: string): StoredItems | undefined {
    const renaming = resource.renamingTo(version);
    return renaming && new StoredItems(resource, renaming);
  }

  /**
   * Whether all items can be sent as stored. Decodes what other servers stored, or what was stored under an earlier
   * schema. Throws if an object cannot be read.
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

/** Whether the value may have to be decoded before it can be sent. */
export function isForeign(entry: CacheEntry): boolean {
  return !entry.isRenewed;
}

/** The same items, compressed. */
export class ZippedItems {
  readonly #items: JoinedItems;
  /** Items at the end of a list, without a trailing comma. */
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
