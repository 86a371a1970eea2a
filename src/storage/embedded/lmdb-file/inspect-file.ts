import { FreePages } from './free-pages.js';
import { nodeFlags, noPage, readTree, type Tree, treeAt } from './layout.js';
import { type Meta, readMetas } from './metas.js';
import { compareBytes, compareNumbers } from './page-check.js';
import { FileDamage, PageFile } from './page-file.js';
import { TreeWalk, type VisitEntry } from './tree-walk.js';
import { UsedPages } from './used-pages.js';

interface InspectOptions {
  readonly path: string;
  /** The length of LMDB's data within the file; unset: the whole file. */
  readonly length?: number;
  /** Called for each entry of the table with that name. */
  readonly visit?: Readonly<Record<string, VisitEntry>>;
  /** Called with each problem. If it returns, the inspection continues as far as possible. */
  readonly onDamage: (damage: FileDamage) => void;
}

/** The result; undefined if nothing could be read. */
export interface FileFindings {
  readonly pageSize: number;
  readonly transaction: number;
  readonly usedPages: number;
  readonly freePages: number;
  /** Neither used nor free: leaked until the store is copied. */
  readonly lostPages: number;
  /** How many entries each table has. */
  readonly tables: Readonly<Record<string, number>>;
}

/** If more pages than this are missing, they cannot all be unwritten free pages. */
const mostUnwritten = 65_536;

/** Reads a data file that no process writes to, and checks that LMDB can read it. Yields periodically. */
export function* inspectFile(options: InspectOptions): Generator<void, FileFindings | undefined> {
  const file = new PageFile(options.path, options);
  try {
    const inspection = new Inspection(file, options);
    return yield* inspection.run();
  } catch (error) {
    if (!(error instanceof FileDamage)) throw error;
    options.onDamage(error);
    return undefined;
  } finally {
    file.close();
  }
}

class Inspection {
  readonly #file: PageFile;
  readonly #options: InspectOptions;
  readonly #meta: Meta;
  readonly #used: UsedPages;
  readonly #tables: Record<string, number> = {};

  constructor(file: PageFile, options: InspectOptions) {
    this.#file = file;
    this.#options = options;
    this.#meta = readMetas(file);
    this.#used = new UsedPages({ pages: file.pages, lastPage: this.#meta.lastPage });
  }

  *run(): Generator<void, FileFindings> {
    const { mainTree, freeTree, lastPage, pageSize, transaction } = this.#meta;
    this.#checkLength();
    const tables: Tree[] = [];
    yield* this.#walk(mainTree, (name, bytes) => tables.push(this.#readTable(name, bytes)));
    for (const table of tables) yield* this.#walk(table, this.#options.visit?.[table.name]);
    const lists: Buffer[] = [];
    yield* this.#walk(freeTree, (_key, list) => lists.push(Buffer.from(list)));
    const free = new FreePages(this.#used, lastPage);
    for (const list of lists) this.#try(() => free.check(list));
    const beyond = lastPage + 1 - this.#used.limit - free.beyond;
    if (beyond > mostUnwritten) this.#options.onDamage(new FileDamage(`the file should go on for ${beyond} pages`));
    return {
      pageSize,
      transaction,
      usedPages: this.#used.count,
      freePages: free.count,
      lostPages: Math.max(0, this.#used.limit - 2 - this.#used.count - free.count),
      tables: this.#tables,
    };
  }

  /** Reported first, because it explains all other problems. */
  #checkLength(): void {
    const { mainTree, freeTree, lastPage, pageSize } = this.#meta;
    const roots = [mainTree.root, freeTree.root].filter((root) => root !== noPage);
    if (roots.some((root) => root <= lastPage && root >= this.#file.pages)) {
      throw new FileDamage(`the file is cut short: ${this.#file.length} of ${(lastPage + 1) * pageSize} bytes`);
    }
  }

  *#walk(tree: Tree, visit: VisitEntry | undefined): Generator<void, void> {
    const { mainTree, freeTree, transaction } = this.#meta;
    const walk = new TreeWalk({
      file: this.#file,
      tree,
      used: this.#used,
      transaction,
      compare: tree === freeTree ? compareNumbers : compareBytes,
      valueFlags: tree === mainTree ? nodeFlags.table : nodeFlags.inline,
      visit,
      onDamage: this.#options.onDamage,
    });
    yield* walk.run();
    if (tree !== mainTree && tree !== freeTree) this.#tables[tree.name] = walk.counted.entries;
    const { counted } = walk;
    const isCounted =
      counted.entries === tree.entries &&
      counted.branchPages === tree.branchPages &&
      counted.leafPages === tree.leafPages &&
      counted.overflowPages === tree.overflowPages;
    if (isCounted) return;
    const damage = new FileDamage(`the tree of ${tree.name} is not as large as it should be`, { isHarmless: true });
    this.#options.onDamage(damage);
  }

  #readTable(name: Buffer, bytes: Buffer): Tree {
    // Names are terminated by a zero byte.
    const tree = readTree(name.toString('utf8').replace(/\0$/, ''), bytes, 0);
    if (bytes.length !== treeAt.length || tree.flags !== 0)
      throw new FileDamage(`the table ${tree.name} makes no sense`);
    return tree;
  }

  #try(check: () => void): void {
    try {
      check();
    } catch (error) {
      if (!(error instanceof FileDamage)) throw error;
      this.#options.onDamage(error);
    }
  }
}
