// Follows staging/src/k8s.io/apiserver/pkg/server/options/encryptionconfig/controller/controller.go (v1.36)

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { every, systemClock } from '../../apimachinery/clock/index.js';
import { createTransformers } from './create-transformers.js';
import type { EncryptionObserver } from './encryption-observer.js';
import { parseEncryptionConfiguration } from './parse-configuration.js';
import { ReloadableTransformers } from './reloadable-transformers.js';
import type { KeySource, ResourceTransformers } from './transformer.js';

const DEFAULT_POLL_MILLISECONDS = 60_000;
/** Pending reads may still need the previous key sources. */
const GRACE_MILLISECONDS = 10_000;

/** Options of a configuration file that is reloaded. */
export interface EncryptionConfigurationFileOptions {
  readonly path: string;
  /** The poll interval; 0: the file is read once, at the start. Unset: every minute, like kube-apiserver. */
  readonly pollMilliseconds?: number;
  /** Whether key services may speak KMS v1. Unset: no. */
  readonly mayUseKmsV1?: boolean;
  /** Unset: nothing is measured. */
  readonly observer?: EncryptionObserver | undefined;
  /** Called when a changed file has taken effect. */
  readonly onReload?: () => void;
  /** Called when a changed file is unreadable or invalid: the previous configuration stays in use. */
  readonly onError: (error: unknown) => void;
  /** Calls `work` repeatedly until the returned function is called. */
  readonly schedule?: (work: () => void, milliseconds: number) => () => void;
}

/**
 * The encryption configuration of a file; with polling, `--encryption-provider-config-automatic-reload`. Changes are
 * detected by hash, which is more reliable than a timestamp and keeps no secrets.
 */
export class EncryptionConfigurationFile {
  readonly #options: EncryptionConfigurationFileOptions;
  readonly #transformers: ReloadableTransformers;
  #seenHash: string;
  #checking: Promise<void> | undefined;
  #stopPolling: () => void = () => {};

  private constructor(options: EncryptionConfigurationFileOptions, { text, hash }: Content) {
    this.#options = options;
    this.#transformers = new ReloadableTransformers(transformersOf(text, options));
    this.#seenHash = hash;
  }

  /** Reads the file, and rejects if it is missing or invalid; then polls for changes. */
  static async start(options: EncryptionConfigurationFileOptions): Promise<EncryptionConfigurationFile> {
    const file = new EncryptionConfigurationFile(options, await readContent(options.path));
    await Promise.all(file.#transformers.keySources.map((source) => source.start()));
    const { pollMilliseconds = DEFAULT_POLL_MILLISECONDS, schedule = scheduleInBackground } = options;
    if (pollMilliseconds > 0) file.#stopPolling = schedule(() => void file.check(), pollMilliseconds);
    return file;
  }

  /** The SHA-256 of the content. */
  get hash(): string {
    return this.#seenHash;
  }

  get transformers(): ResourceTransformers {
    return this.#transformers;
  }

  /** The key sources in use. */
  get keySources(): readonly KeySource[] {
    return this.#transformers.keySources;
  }

  /** Checks for a change now. Never rejects: problems go to `onError`, once per content. */
  check(): Promise<void> {
    this.#checking ??= this.#reload().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async close(): Promise<void> {
    this.#stopPolling();
    await this.#checking;
    for (const source of this.#transformers.keySources) source.close();
  }

  async #reload(): Promise<void> {
    try {
      const { text, hash } = await readContent(this.#options.path);
      if (hash === this.#seenHash) return;
      this.#seenHash = hash;
      await this.#replace(transformersOf(text, this.#options));
    } catch (error) {
      this.#options.onError(error);
      return;
    }
    this.#options.onReload?.();
  }

  /** The new key sources must be healthy; otherwise the next poll tries again. */
  async #replace(next: ResourceTransformers): Promise<void> {
    try {
      await Promise.all(next.keySources.map((source) => source.start()));
      await Promise.all(next.keySources.map((source) => source.check()));
    } catch (error) {
      this.#seenHash = '';
      for (const source of next.keySources) source.close();
      throw error;
    }
    const former = this.#transformers.keySources;
    this.#transformers.replace(next);
    const close = (): void => {
      for (const source of former) source.close();
    };
    if (former.length > 0) systemClock.after(GRACE_MILLISECONDS, close, { unref: true });
  }
}

interface Content {
  readonly text: string;
  readonly hash: string;
}

async function readContent(path: string): Promise<Content> {
  const text = await readFile(path, 'utf8');
  return { text, hash: createHash('sha256').update(text).digest('hex') };
}

function scheduleInBackground(work: () => void, milliseconds: number): () => void {
  const cancelTimer = every(systemClock, milliseconds, work);
  return () => cancelTimer();
}

function transformersOf(text: string, options: EncryptionConfigurationFileOptions): ResourceTransformers {
  return createTransformers(parseEncryptionConfiguration(text), options);
}
