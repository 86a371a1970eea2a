import { createHash } from 'node:crypto';
import { unzip, zip } from '../../apimachinery/codec/index.js';

export type Form = 'json' | 'protobuf';

/** A document in the form that a client wants it: `isGzip` says whether the bytes are compressed. */
export interface DocumentBytes {
  readonly bytes: Buffer;
  readonly isGzip: boolean;
}

/** Each function gives the same bytes whenever it is called. */
export interface DocumentSource extends Readonly<Record<Form, () => Uint8Array>> {
  /** Changes whenever the document does, where that is cheaper to have than the JSON form; undefined: it is not. */
  readonly identity?: () => Uint8Array | string | undefined;
  /** Does most of the work of making a form, or the hash alone, beforehand, while others have their turns. */
  readonly prepare?: (form?: Form) => Promise<void>;
}

/** Less than this is not worth compressing. */
const minGzipBytes = 1400;

/**
 * A document that is built when somebody asks for it. Its hash is remembered, and the forms that were asked for in
 * compressed form, which is what nearly all clients take: documents are large, repeat themselves, and most of them are
 * never read, only listed by their hash.
 */
export class LazyDocument {
  /** When it became what it is, in milliseconds. */
  readonly modified: number;
  readonly #build: DocumentSource;
  readonly #built: { [F in Form]?: Promise<DocumentBytes> } = {};
  #hash: string | undefined;

  constructor(build: DocumentSource, modified: number) {
    this.#build = build;
    this.modified = modified;
  }

  /** SHA-512 in upper-case hexadecimal digits, the same whatever the form that is sent. */
  get hash(): string {
    this.#hash ??= hashOf(this.#build.identity?.() ?? this.#build.json());
    return this.#hash;
  }

  /** The same, however much there is to be done before it is known. */
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
