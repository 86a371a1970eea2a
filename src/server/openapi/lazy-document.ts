import { createHash } from 'node:crypto';
import { constants, gunzipSync, gzipSync } from 'node:zlib';

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
}

/** Less than this is not worth compressing. */
const minGzipBytes = 1400;

/**
 * A document that is built when somebody asks for it. Its hash is remembered, and the forms that were asked for in
 * compressed form, which is what nearly all clients take: documents are large, repeat themselves, and most of them are
 * never read, only listed by their hash.
 */
export class LazyDocument {
  readonly #build: DocumentSource;
  readonly #built: { [F in Form]?: DocumentBytes } = {};
  #hash: string | undefined;

  constructor(build: DocumentSource) {
    this.#build = build;
  }

  /** SHA-512 in upper-case hexadecimal digits, the same whatever the form that is sent. */
  get hash(): string {
    this.#hash ??= hashOf(this.#build.identity?.() ?? this.#build.json());
    return this.#hash;
  }

  read(form: Form, { acceptsGzip }: { acceptsGzip: boolean }): DocumentBytes {
    const built = this.#bytes(form);
    if (acceptsGzip || !built.isGzip) return built;
    return { bytes: gunzipSync(built.bytes), isGzip: false };
  }

  #bytes(form: Form): DocumentBytes {
    let built = this.#built[form];
    if (!built) {
      const bytes = this.#build[form]();
      if (form === 'json') this.#hash ??= hashOf(this.#build.identity?.() ?? bytes);
      built = compress(bytes);
      this.#built[form] = built;
    }
    return built;
  }
}

function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha512').update(bytes).digest('hex').toUpperCase();
}

function compress(bytes: Uint8Array): DocumentBytes {
  if (bytes.length < minGzipBytes) return { bytes: Buffer.from(bytes), isGzip: false };
  return { bytes: gzipSync(bytes, { level: constants.Z_BEST_SPEED }), isGzip: true };
}
