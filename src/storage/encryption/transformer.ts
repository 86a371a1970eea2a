import type { GroupResource } from '../../apimachinery/meta/index.js';

/**
 * Turns values into what is stored, and back. `context` is the full storage key as kube-apiserver names it, prefix
 * included (`/registry/secrets/default/token`): ciphers that authenticate it refuse a value that was moved to another
 * key. Both ways are synchronous: a batch is transformed as one step, under one configuration. What has to be asked of others
 * before is asked by `prepare`.
 */
export interface Transformer {
  /** May return `plain` itself. */
  toStorage(plain: Buffer, context: string): Buffer;
  /** Throws where the value cannot be read; the message says why and holds nothing of the content. */
  fromStorage(stored: Buffer, context: string): Transformed;
  /** What has to be waited for before a value is read; undefined: nothing. Never rejects. Nothing ever, if absent. */
  readonly prepare?: ((stored: Buffer) => Promise<void> | undefined) | undefined;
}

export interface Transformed {
  /** May be the stored Buffer itself. */
  readonly value: Buffer;
  /** Written otherwise than it would be now: worth writing again, even unchanged. */
  readonly stale: boolean;
}

/** Somebody who is asked about keys. */
export interface KeySource {
  readonly name: string;
  /** Resolves when it has been asked for the first time, whether it answered or not. */
  start(): Promise<void>;
  /** Rejects where it is not well. */
  check(): Promise<void>;
  close(): void;
}

export interface ResourceTransformers {
  /** Who has to be started before, and closed after. */
  readonly keySources: readonly KeySource[];
  /**
   * The transformer of the resource as which objects are stored: events of `events.k8s.io` are stored as core `events`.
   * Resources that no rule names are stored as they are.
   */
  forResource(resource: GroupResource): Transformer;
}
