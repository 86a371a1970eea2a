import type { GroupResource } from '../../apimachinery/meta/index.js';

/**
 * Converts values to their stored form and back. `context` is the full storage key as kube-apiserver names it, prefix
 * included (`/registry/secrets/default/token`): ciphers that authenticate it refuse a value that was moved to another
 * key. Both directions are synchronous: a batch is transformed in one step, under one configuration. `prepare` does any
 * remote calls beforehand.
 */
export interface Transformer {
  /** May return `plain` itself. */
  toStorage(plain: Buffer, context: string): Buffer;
  /** Throws if the value cannot be read; the message gives the reason and contains nothing of the value. */
  fromStorage(stored: Buffer, context: string): Transformed;
  /** Returns what must be awaited before a value is read; undefined: nothing. Never rejects. Unset: nothing ever. */
  readonly prepare?: ((stored: Buffer) => Promise<void> | undefined) | undefined;
  /** How often its keys have changed: a value that was read before may be unreadable, or stale, now. Unset: never. */
  readonly keyChanges?: number | undefined;
}

/** A value that was read, and whether it should be written again. */
export interface Transformed {
  /** May be the stored Buffer itself. */
  readonly value: Buffer;
  /** Would be written differently now: worth rewriting, even unchanged. */
  readonly stale: boolean;
}

/** A source of keys, such as a KMS plugin. */
export interface KeySource {
  readonly name: string;
  readonly apiVersion: 'v1' | 'v2';
  /** Resolves after the first check, whether it succeeded or not. */
  start(): Promise<void>;
  /** Rejects if it is not healthy. */
  check(): Promise<void>;
  close(): void;
}

/** The transformers of values, by resource. */
export interface ResourceTransformers {
  /** Must be started before use, and closed afterwards. */
  readonly keySources: readonly KeySource[];
  /**
   * Returns the transformer of the resource as which objects are stored: events of `events.k8s.io` are stored as core
   * `events`. Resources that no rule names are stored in plain text.
   */
  forResource(resource: GroupResource): Transformer;
}
