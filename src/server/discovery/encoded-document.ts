import { createHash } from 'node:crypto';
import {
  acceptsGzip,
  type Compressed,
  compressBody,
  gzipThreshold,
  type OutputChoice,
  unpooled,
} from '../../apimachinery/codec/index.js';
import type { JsonObject } from '../../apimachinery/meta/index.js';

/** A document in the requested forms, each encoded once. */
export class EncodedDocument {
  readonly #json: Buffer;
  readonly #forms = new Map<string, Buffer>();
  readonly #compressed = new WeakMap<Buffer, Promise<Compressed<Buffer>>>();
  #etag: string | undefined;

  /** `text` is compact JSON. */
  constructor(text: string) {
    this.#json = unpooled(`${text}\n`);
  }

  /** Includes the quotes. The same for all forms: responses vary by Accept. */
  get etag(): string {
    this.#etag ??= `"${createHash('sha512').update(this.#json).digest('hex').toUpperCase()}"`;
    return this.#etag;
  }

  in({ codec, pretty }: OutputChoice): Buffer {
    if (codec.mediaType === 'application/json' && !pretty) return this.#json;
    // Unambiguous: the second is true or false.
    const form = `${codec.mediaType} ${pretty}`;
    let bytes = this.#forms.get(form);
    if (bytes === undefined) {
      const value = JSON.parse(this.#json.toString()) as JsonObject;
      bytes = pretty && codec.encodePretty ? codec.encodePretty(value) : codec.encode(value);
      this.#forms.set(form, bytes);
    }
    return bytes;
  }

  /** Returns the bytes of a form, compressed if the client accepts that. */
  compressed(bytes: Buffer, acceptEncoding: string | undefined): Promise<Compressed<Buffer>> | Compressed<Buffer> {
    if (bytes.length <= gzipThreshold || !acceptsGzip(acceptEncoding)) return { body: bytes, headers: {} };
    let compressed = this.#compressed.get(bytes);
    if (compressed === undefined) {
      compressed = compressBody(bytes, acceptEncoding);
      this.#compressed.set(bytes, compressed);
    }
    return compressed;
  }
}
