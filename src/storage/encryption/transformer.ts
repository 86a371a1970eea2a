import type { GroupResource } from '../../apimachinery/meta/index.js';

/**
 * Turns values into what is stored, and back. `context` is the full storage key as kube-apiserver names it, prefix
 * included (`/registry/secrets/default/token`): ciphers that authenticate it refuse a value that was moved to another
 * key. Both ways are synchronous: a batch is transformed as one step, under one configuration.
 */
export interface Transformer {
  /** May return `plain` itself. */
  toStorage(plain: Buffer, context: string): Buffer;
  /** Throws where the value cannot be read; the message says why and holds nothing of the content. */
  fromStorage(stored: Buffer, context: string): Transformed;
}

export interface Transformed {
  /** May be the stored Buffer itself. */
  readonly value: Buffer;
  /** Written otherwise than it would be now: worth writing again, even unchanged. */
  readonly stale: boolean;
}

export interface ResourceTransformers {
  /**
   * The transformer of the resource as which objects are stored: events of `events.k8s.io` are stored as core `events`.
   * Resources that no rule names are stored as they are.
   */
  forResource(resource: GroupResource): Transformer;
}
