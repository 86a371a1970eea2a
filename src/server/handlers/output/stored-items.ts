import type { Clock } from '../../../apimachinery/clock/index.js';
import { type CacheEntry, type EntryRun, forEachYielding } from '../../../storage/cacher/index.js';
import type { Renaming, StoredForm } from '../../dialect/index.js';
import type { Resource } from '../../registry/index.js';
import { JoinedItems } from './list-bytes.js';
import { ZippedItems } from './zipped-list.js';

/**
 * List items made of stored bytes, for clients that accept those unchanged. Shared by all lists of a resource in a
 * version, so that encoded items are reused.
 */
export class StoredItems {
  readonly plain: JoinedItems;
  readonly zipped: ZippedItems;
  readonly #form: StoredForm;

  private constructor(form: StoredForm, renaming: Renaming) {
    this.#form = form;
    this.plain = new JoinedItems(renaming);
    this.zipped = new ZippedItems(this.plain);
  }

  /** Undefined: objects of this version differ from the stored ones. */
  static of({ storedForm }: Resource, version: string): StoredItems | undefined {
    const renaming = storedForm.renamingTo(version);
    return renaming && new StoredItems(storedForm, renaming);
  }

  /**
   * Whether all items can be sent as stored. Decodes what other servers stored, or what was stored under an earlier
   * schema. Throws if an object cannot be read.
   */
  async canBe(runs: readonly EntryRun[], clock: Clock): Promise<boolean> {
    const unknown = runs.filter((run) => !run.known(this.plain) && !run.known(this.zipped));
    let canBe = true;
    const look = (entry: CacheEntry): void => {
      canBe = this.#form.isSendable(entry) && canBe;
    };
    await forEachYielding(
      unknown.flatMap(({ values }) => values),
      look,
      { clock },
    );
    return canBe;
  }
}
