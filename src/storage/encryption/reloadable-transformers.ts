import type { GroupResource } from '../../apimachinery/meta/index.js';
import { ruleName } from './configuration.js';
import type { KeySource, ResourceTransformers, Transformed, Transformer } from './transformer.js';

/** Transformers that can be replaced while in use: all of them at once, between two batches. */
export class ReloadableTransformers implements ResourceTransformers {
  readonly #handedOut = new Map<string, { resource: GroupResource; transformer: ReplaceableTransformer }>();
  #current: ResourceTransformers;

  constructor(initial: ResourceTransformers) {
    this.#current = initial;
  }

  get keySources(): readonly KeySource[] {
    return this.#current.keySources;
  }

  /** The returned transformer follows later replacements. */
  forResource(resource: GroupResource): Transformer {
    const name = ruleName(resource);
    const known = this.#handedOut.get(name);
    if (known) return known.transformer;
    const transformer = new ReplaceableTransformer(this.#current.forResource(resource));
    this.#handedOut.set(name, { resource, transformer });
    return transformer;
  }

  replace(next: ResourceTransformers): void {
    this.#current = next;
    for (const { resource, transformer } of this.#handedOut.values()) transformer.replace(next.forResource(resource));
  }
}

class ReplaceableTransformer implements Transformer {
  #delegate: Transformer;
  /** Including those of former delegates. */
  #changesBefore = 0;

  constructor(delegate: Transformer) {
    this.#delegate = delegate;
  }

  get keyChanges(): number {
    return this.#changesBefore + (this.#delegate.keyChanges ?? 0);
  }

  replace(delegate: Transformer): void {
    this.#changesBefore = this.keyChanges + 1;
    this.#delegate = delegate;
  }

  toStorage(plain: Buffer, context: string): Buffer {
    return this.#delegate.toStorage(plain, context);
  }

  fromStorage(stored: Buffer, context: string): Transformed {
    return this.#delegate.fromStorage(stored, context);
  }

  readonly prepare = (stored: Buffer): Promise<void> | undefined => this.#delegate.prepare?.(stored);
}
