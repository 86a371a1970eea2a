import type { EntryRun } from '../../../storage/cacher/index.js';
import { beginsWith } from '../../../storage/index.js';
import type { Renaming } from '../../dialect/index.js';
import { type RunItems, withoutSeparator } from './list-content.js';

/** Larger values are not copied. */
const mostCopied = 32 * 1024;
/** Maximum size of a joined piece, not counting its last value. */
const pieceBytes = 128 * 1024;
const comma = Buffer.from(',');

/**
 * The items of lists: the values of entries, each followed by a comma. Nothing is parsed or encoded, and joined pieces
 * are reused by later lists until one of their entries changes.
 */
export class JoinedItems implements RunItems {
  readonly separatorLength = comma.length;
  readonly #renaming: Renaming | undefined;
  /** The most bytes that a list item may take beyond those of the value. */
  readonly #room: number;

  constructor(renaming?: Renaming) {
    this.#renaming = renaming;
    this.#room = comma.length + (renaming ? Math.max(0, renaming.sent.length - renaming.stored.length) : 0);
  }

  of(run: EntryRun): readonly Buffer[] {
    return run.known(this) ?? run.keep(this, this.made(run));
  }

  /** The same, uncached: for runs that are used once. */
  made({ values }: EntryRun): Buffer[] {
    const pieces: Buffer[] = [];
    let [together, bytes] = [[] as Buffer[], 0];
    const put = (): void => {
      if (together.length > 0) pieces.push(this.#join(together, bytes));
      [together, bytes] = [[], 0];
    };
    for (const { value } of values) {
      if (bytes > pieceBytes || value.length > mostCopied) put();
      if (value.length > mostCopied) pieces.push(...this.#apart(value));
      else {
        together.push(value);
        bytes += value.length + this.#room;
      }
    }
    put();
    return pieces;
  }

  #join(values: readonly Buffer[], bytes: number): Buffer {
    const text = Buffer.allocUnsafeSlow(bytes);
    let length = 0;
    for (const value of values) {
      const renamed = this.#renamingOf(value);
      if (renamed) length += renamed.sent.copy(text, length);
      length += value.copy(text, length, renamed ? renamed.stored.length : 0);
      text[length++] = comma[0]!;
    }
    return text.subarray(0, length);
  }

  #apart(value: Buffer): Buffer[] {
    const renamed = this.#renamingOf(value);
    return renamed ? [renamed.sent, value.subarray(renamed.stored.length), comma] : [value, comma];
  }

  #renamingOf(value: Buffer): Renaming | undefined {
    return this.#renaming && beginsWith(value, this.#renaming.stored) ? this.#renaming : undefined;
  }
}

export interface ListFrame {
  readonly head: Buffer;
  readonly runs: readonly EntryRun[];
  readonly items: JoinedItems;
  readonly tail: Buffer;
}

/** A list between a head and a tail, in chunks: pieces smaller than half of the chunk size are joined. */
export function* listBytes(parts: ListFrame, chunkBytes = 64 * 1024): Generator<Buffer> {
  let chunk: Buffer | undefined;
  let length = 0;
  for (const piece of listPieces(parts)) {
    if (chunk && length + piece.length > chunkBytes) {
      yield chunk.subarray(0, length);
      [chunk, length] = [undefined, 0];
    }
    if (!chunk && piece.length * 2 >= chunkBytes) {
      yield piece;
      continue;
    }
    chunk ??= Buffer.allocUnsafe(chunkBytes);
    length += piece.copy(chunk, length);
  }
  if (chunk) yield chunk.subarray(0, length);
}

/** Removes the comma after the last item. */
export function* listPieces({ head, runs, items, tail }: ListFrame): Generator<Buffer> {
  yield head;
  const last = runs.length - 1;
  for (let index = 0; index <= last; index++) {
    const pieces = items.of(runs[index]!);
    if (index < last) yield* pieces;
    else yield* withoutSeparator(pieces, items.separatorLength);
  }
  yield tail;
}
