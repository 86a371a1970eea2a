import { jsonText } from '../../apimachinery/codec/index.js';
import type { Resource } from './resource.js';
import { decodeStored } from './stored-object.js';

/**
 * Caches what a conversion webhook returns for stored objects, for lists and watches. Like upstream's watch caches,
 * which hold each version, it converts an object once for all readers. Entries live as long as the stored bytes.
 */
export class ConvertedBytes {
  readonly #resource: Resource;
  readonly #version: string;
  readonly #known = new WeakMap<Buffer, Buffer | Promise<Buffer>>();

  constructor(resource: Resource, version: string) {
    this.#resource = resource;
    this.#version = version;
  }

  /** Returns results in the same order; converts all uncached values in one call. */
  of(values: readonly Buffer[]): Promise<Buffer[]> {
    const unknown = values.filter((value) => !this.#known.has(value));
    if (unknown.length > 0) this.#convert(unknown);
    return Promise.all(values.map((value) => this.#known.get(value)!));
  }

  #convert(values: readonly Buffer[]): void {
    const converting = this.#converted(values);
    for (const [index, value] of values.entries()) {
      const bytes = converting.then((all) => all[index]!);
      this.#known.set(value, bytes);
      // Waiters get the error, and the next read calls the webhook again.
      bytes.then(
        (done) => this.#known.set(value, done),
        () => this.#known.delete(value),
      );
    }
  }

  async #converted(values: readonly Buffer[]): Promise<Buffer[]> {
    const objects = await this.#resource.kind.convertAll(values.map(decodeStored), this.#version);
    return objects.map((object) => Buffer.from(jsonText(object)));
  }
}
