import type { ListEncoder } from '../../../apimachinery/codec/index.js';
import { shouldYield, yieldToEventLoop } from '../../../apimachinery/event-loop/index.js';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import type { MaybePromise } from '../../../apimachinery/scheme/index.js';
import type { EntryRun } from '../../../storage/cacher/index.js';
import type { RunItems } from './list-content.js';
import type { ListForm } from './list-form.js';
import type { ZippedItems } from './zipped-list.js';

/** Stored bytes that are decoded and encoded together. */
const sliceBytes = 16 * 1024;

interface EncodedItemsOptions {
  readonly encoder: ListEncoder;
  /** Decodes stored objects, and converts them. */
  readonly decode: (values: readonly Buffer[]) => MaybePromise<readonly JsonObject[]>;
  readonly show: ListForm['show'];
  /** Whether the encoded items of a run are reused by later lists, until one of its entries changes. */
  readonly isKept: boolean;
}

/** The items of lists in another form than the stored one. Lists in the same form share it. */
export class EncodedItems implements RunItems {
  readonly encoder: ListEncoder;
  readonly #decode: EncodedItemsOptions['decode'];
  readonly #show: ListForm['show'];
  readonly #isKept: boolean;

  constructor({ encoder, decode, show, isKept }: EncodedItemsOptions) {
    this.encoder = encoder;
    this.#decode = decode;
    this.#show = show;
    this.#isKept = isKept;
  }

  get separatorLength(): number {
    return this.encoder.separatorLength;
  }

  async of(run: EntryRun): Promise<readonly Buffer[]> {
    if (!this.#isKept) return this.made(run);
    return run.known(this) ?? run.keep(this, await this.made(run));
  }

  /** The same, uncached. Yields to the event loop between slices. */
  async made(run: EntryRun): Promise<Buffer[]> {
    const pieces: Buffer[] = [];
    for (const values of slicesOf(run)) {
      if (shouldYield()) await yieldToEventLoop();
      const objects = await this.#decode(values);
      pieces.push(this.encoder.items(objects.map(this.#show)));
    }
    return pieces;
  }
}

/** The items of lists in one form. */
export interface EncodedForm {
  readonly plain: EncodedItems;
  readonly zipped: ZippedItems;
}

function* slicesOf({ values }: EntryRun): Generator<Buffer[]> {
  let [slice, bytes] = [[] as Buffer[], 0];
  for (const { value } of values) {
    slice.push(value);
    bytes += value.length;
    if (bytes < sliceBytes) continue;
    yield slice;
    [slice, bytes] = [[], 0];
  }
  if (slice.length > 0) yield slice;
}
