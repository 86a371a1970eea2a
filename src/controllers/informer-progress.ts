import type { Informer } from '../client/informer/index.js';

/** How long an informer usually takes to deliver a write. */
const waitMilliseconds = 20;

/**
 * Remembers what a controller has written last for a key, so that it does not decide by an informer that has not
 * delivered that.
 */
export class InformerProgress {
  readonly #written = new Map<string, bigint>();

  wrote(key: string, { metadata }: { readonly metadata: { readonly resourceVersion?: string } }): void {
    const version = parse(metadata.resourceVersion);
    if (version !== undefined) this.#written.set(key, version);
  }

  /** Undefined if the informer has delivered everything; otherwise, when to look again. */
  behind(
    key: string,
    informer: Pick<Informer<object>, 'resourceVersion'>,
  ): { requeueAfterMilliseconds: number } | undefined {
    const written = this.#written.get(key);
    if (written === undefined) return undefined;
    const seen = parse(informer.resourceVersion);
    if (seen !== undefined && seen < written) return { requeueAfterMilliseconds: waitMilliseconds };
    this.#written.delete(key);
    return undefined;
  }

  forget(key: string): void {
    this.#written.delete(key);
  }
}

function parse(resourceVersion: string | undefined): bigint | undefined {
  return resourceVersion !== undefined && /^[0-9]{1,20}$/.test(resourceVersion) ? BigInt(resourceVersion) : undefined;
}
