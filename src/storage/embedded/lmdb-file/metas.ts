import {
  dataVersion,
  freeTreeFlags,
  header,
  magic,
  metaAt,
  noPage,
  pageFlags,
  readNumber,
  readTree,
  type Tree,
} from './layout.js';
import { FileDamage, type PageFile } from './page-file.js';

/** The content of the newer meta page: the roots of everything. */
export interface Meta {
  readonly pageSize: number;
  readonly transaction: number;
  /** All pages, used or free, are up to this one. */
  readonly lastPage: number;
  readonly freeTree: Tree;
  readonly mainTree: Tree;
}

const pageSizes = new Set([4096, 8192, 16384, 32768, 65536]);

/** Reads both meta pages, of which the newer is valid, and sets the page size. Throws `FileDamage`. */
export function readMetas(file: PageFile): Meta {
  const first = readMeta(file, 0);
  file.pageSize = first.pageSize;
  const second = readMeta(file, 1);
  if (second.pageSize !== first.pageSize) throw new FileDamage('the meta pages do not agree on the size of pages');
  const [newer, older] = first.transaction > second.transaction ? [first, second] : [second, first];
  // Transactions alternate between the meta pages; even ones write the first. A file that is new, or a copy, has one
  // empty meta page.
  const isInTurn = first.transaction % 2 === 0 && second.transaction % 2 === 1;
  const isNext = newer.transaction - older.transaction === 1 || (older.transaction === 0 && saysNothing(older));
  if (!(newer.transaction === 0 || isInTurn) || !isNext) {
    throw new FileDamage(`the meta pages have transactions ${first.transaction} and ${second.transaction}`);
  }
  // The older meta page's tree still exists, and is not newer; otherwise a damaged number has swapped the two.
  if (rootTransaction(file, older) > rootTransaction(file, newer)) {
    throw new FileDamage('the meta page that seems to be the older one refers to what is newer');
  }
  return newer;
}

/** The transaction that wrote the root of the tables; 0 if there is none, or the page is not valid. */
function rootTransaction(file: PageFile, { mainTree: { root }, lastPage }: Meta): number {
  if (!(root <= lastPage && root < file.pages)) return 0;
  const page = Buffer.alloc(header.length);
  file.read(page, root * file.pageSize);
  const flags = page.readUInt16LE(header.flags);
  const isRoot = (flags === pageFlags.branch || flags === pageFlags.leaf) && readNumber(page, header.number) === root;
  return isRoot ? readNumber(page, header.transaction) : 0;
}

function saysNothing({ lastPage, mainTree, freeTree }: Meta): boolean {
  return lastPage === 1 && mainTree.root === noPage && freeTree.root === noPage;
}

function readMeta(file: PageFile, number: 0 | 1): Meta {
  const at = number * file.pageSize;
  if (file.length < at + metaAt.end)
    throw new FileDamage(`the file ends after ${file.length} bytes, in its meta pages`);
  const page = Buffer.alloc(metaAt.end);
  file.read(page, at);
  if (page.readUInt32LE(metaAt.magic) !== magic) throw new FileDamage(`meta page ${number} is not one of LMDB's`);
  const version = page.readUInt32LE(metaAt.version);
  if (version !== dataVersion) throw new FileDamage(`meta page ${number} is of data version ${version}`);
  const pageSize = page.readUInt32LE(metaAt.freeTree);
  const freeTree = readTree('free pages', page, metaAt.freeTree);
  const mainTree = readTree('tables', page, metaAt.mainTree);
  const isSound =
    page.readUInt16LE(header.flags) === pageFlags.meta &&
    readNumber(page, header.number) === number &&
    pageSizes.has(pageSize) &&
    (freeTree.flags & ~freeTreeFlags.overlappingSync) === freeTreeFlags.numberKeys &&
    mainTree.flags === 0;
  if (!isSound) throw new FileDamage(`meta page ${number} makes no sense`);
  const lastPage = readNumber(page, metaAt.lastPage);
  if (lastPage < 1 || lastPage > 2 ** 40)
    throw new FileDamage(`meta page ${number} says that page ${lastPage} is the last`);
  return { pageSize, transaction: readNumber(page, metaAt.transaction), lastPage, freeTree, mainTree };
}
