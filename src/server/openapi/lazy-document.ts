import { createHash } from 'node:crypto';
import { unpooled, unzip, zip } from '../../apimachinery/codec/index.js';
import { runAtOnce, runYielding, type Steps } from '../../apimachinery/event-loop/index.js';

export type Form = 'json' | 'protobuf';

/** An encoded document; `isGzip` is set if the bytes are compressed. */
export interface DocumentBytes {
  readonly bytes: Buffer;
  readonly isGzip: boolean;
}

export interface DocumentSource {
  /** Encodes the document in a form; the bytes are the same every time. */
  encode(form: Form): Steps<Uint8Array>;
  /**
   * Changes whenever the document does, and is cheaper to compute than the JSON form; undefined: hash the JSON form.
   */
  identity?(): Steps<Uint8Array | string | undefined>;
}

/** Smaller documents are not worth compressing. */
const minGzipBytes = 1400;

/**
 * A document that is built on demand. Keeps its hash, and the requested forms compressed, which nearly all clients
 * accept: documents are large and repetitive, and most of them are never read, only listed by their hash.
 */
export class LazyDocument {
  /** Time of the last change, in milliseconds. */
  readonly modified: number;
  readonly #source: DocumentSource;
  readonly #built: { [F in Form]?: Promise<DocumentBytes> } = {};
  #hash: string | undefined;

  constructor(source: DocumentSource, modified: number) {
    this.#source = source;
    this.modified = modified;
  }

  /** SHA-512 in upper-case hexadecimal, independent of the form that is sent. */
  get hash(): string {
    return this.#hash ?? runAtOnce(this.hashing());
  }

  /** Like `hash`, in steps. */
  *hashing(): Steps<string> {
    this.#hash ??= hashOf((yield* this.#identity()) ?? (yield* this.#source.encode('json')));
    return this.#hash;
  }

  /** Like `hash`, but yields to the event loop during a long computation. */
  async hashed(): Promise<string> {
    return this.#hash ?? runYielding(this.hashing());
  }

  async read(form: Form, { acceptsGzip }: { acceptsGzip: boolean }): Promise<DocumentBytes> {
    this.#built[form] ??= this.#make(form).catch((error) => {
      delete this.#built[form];
      throw error;
    });
    const built = await this.#built[form];
    if (acceptsGzip || !built.isGzip) return built;
    return { bytes: await unzip(built.bytes), isGzip: false };
  }

  async #make(form: Form): Promise<DocumentBytes> {
    const bytes = await runYielding(this.#source.encode(form));
    if (form === 'json') this.#hash ??= hashOf((await runYielding(this.#identity())) ?? bytes);
    return compress(bytes);
  }

  *#identity(): Steps<Uint8Array | string | undefined> {
    return this.#source.identity ? yield* this.#source.identity() : undefined;
  }
}

function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha512').update(bytes).digest('hex').toUpperCase();
}

async function compress(bytes: Uint8Array): Promise<DocumentBytes> {
  if (bytes.length < minGzipBytes) return { bytes: unpooled(bytes), isGzip: false };
  return { bytes: unpooled(await zip(bytes)), isGzip: true };
}
