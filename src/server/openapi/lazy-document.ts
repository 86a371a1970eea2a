import { createHash } from 'node:crypto';
import { unzip, zip } from '../../apimachinery/codec/index.js';

export type Form = 'json' | 'protobuf';

/** An encoded document; `isGzip` is set if the bytes are compressed. */
export interface DocumentBytes {
  readonly bytes: Buffer;
  readonly isGzip: boolean;
}

/** Each function returns the same bytes on every call. */
export interface DocumentSource extends Readonly<Record<Form, () => Uint8Array>> {
  /**
   * Changes whenever the document does, and is cheaper to compute than the JSON form; undefined: hash the JSON form.
   */
  readonly identity?: () => Uint8Array | string | undefined;
  /** Does most of the work for a form, or for the hash only, in advance, yielding to the event loop in between. */
  readonly prepare?: (form?: Form) => Promise<void>;
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
  readonly #build: DocumentSource;
  readonly #built: { [F in Form]?: Promise<DocumentBytes> } = {};
  #hash: string | undefined;

  constructor(build: DocumentSource, modified: number) {
    this.#build = build;
    this.modified = modified;
  }

  /** SHA-512 in upper-case hexadecimal, independent of the form that is sent. */
  get hash(): string {
    this.#hash ??= hashOf(this.#build.identity?.() ?? this.#build.json());
    return this.#hash;
  }

  /** Like `hash`, but yields to the event loop during a long computation. */
  async hashed(): Promise<string> {
    if (this.#hash === undefined) await this.#build.prepare?.();
    return this.hash;
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
    await this.#build.prepare?.(form);
    const bytes = this.#build[form]();
    if (form === 'json') this.#hash ??= hashOf(this.#build.identity?.() ?? bytes);
    return compress(bytes);
  }
}

function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha512').update(bytes).digest('hex').toUpperCase();
}

async function compress(bytes: Uint8Array): Promise<DocumentBytes> {
  if (bytes.length < minGzipBytes) return { bytes: Buffer.from(bytes), isGzip: false };
  return { bytes: await zip(bytes), isGzip: true };
}
