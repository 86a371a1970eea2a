import { jsonText } from '../../apimachinery/codec/index.js';
import type { Resource } from './resource.js';
import { decodeStored } from './stored-object.js';

/** Number of objects that are sent to a webhook together. */
const batchLength = 500;

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

  /** Returns results in the same order; converts uncached values together, unless there are very many. */
  async of(values: readonly Buffer[]): Promise<Buffer[]> {
    const unknown = values.filter((value) => !this.#known.has(value));
    for (let start = 0; start < unknown.length; start += batchLength) {
      const batch = unknown.slice(start, start + batchLength).filter((value) => !this.#known.has(value));
      if (batch.length > 0) this.#convert(batch);
      // Otherwise all of them would be encoded, and decoded, at once.
      if (start + batchLength < unknown.length) await Promise.all(batch.map((value) => this.#known.get(value)));
    }
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
