import { jsonText } from '../../apimachinery/codec/index.js';
import type { Resource } from './resource.js';
import { decodeStored } from './stored-object.js';

/**
 * Stored objects in another version, made by a conversion webhook, for lists and watches: as upstream's caches, which
 * hold each version, they ask for an object once, whoever reads it. Remembered as long as the stored bytes are.
 */
export class ConvertedBytes {
  readonly #resource: Resource;
  readonly #version: string;
  readonly #known = new WeakMap<Buffer, Buffer | Promise<Buffer>>();

  constructor(resource: Resource, version: string) {
    this.#resource = resource;
    this.#version = version;
  }

  /** In the same order; those that are not known yet are converted together. */
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
      // A failure is told to who waits, and the webhook is asked again next time.
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
