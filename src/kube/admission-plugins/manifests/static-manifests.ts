// Follows staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/manifest/source/source.go (v1.36)

import { watch } from 'node:fs';
import { every, systemClock } from '../../../apimachinery/clock/index.js';
import { type JsonObject, metadataOf } from '../../../apimachinery/meta/index.js';
import type { FeatureGates } from '../../../server/feature-gates/index.js';
import { readManifests } from './manifest-files.js';
import { decodeManifests, type ManifestKind } from './manifest-objects.js';

export interface StaticManifestsOptions {
  readonly directory: string;
  readonly kinds: readonly ManifestKind[];
  readonly features: FeatureGates;
  /** Throws if the objects do not fit together. */
  readonly checkAll?: (objectsOf: (kind: ManifestKind) => readonly JsonObject[]) => void;
  /** Ends the watch for changes. */
  readonly stopping: AbortSignal;
  /** Called with the problem of changed files; the objects from before stay in force. */
  readonly onError: (error: unknown) => void;
}

/** The directory is read when it changes, and every minute, since changes may go unnoticed. */
const pollMilliseconds = 60_000;
/** Files are usually written in several steps. */
const settleMilliseconds = 50;

/** The objects of manifest files, which follow changes of the files. */
export class StaticManifests {
  readonly #options: StaticManifestsOptions;
  #objects: ReadonlyMap<ManifestKind, readonly JsonObject[]> = new Map();
  #hash: string | undefined;
  #changes = 0;
  #cancelSettling: (() => void) | undefined;

  private constructor(options: StaticManifestsOptions) {
    this.#options = options;
  }

  /** Rejects if the files cannot be used. */
  static async load(options: StaticManifestsOptions): Promise<StaticManifests> {
    const manifests = new StaticManifests(options);
    await manifests.#load();
    manifests.#watch();
    return manifests;
  }

  /** A lister of the objects of one kind. */
  lister(kind: ManifestKind) {
    const all = () => this.#objects.get(kind) ?? [];
    const manifests = this;
    return {
      ready: () => undefined,
      get changes() {
        return manifests.#changes;
      },
      all,
      get: ({ name }: { readonly name: string }) => all().find((object) => metadataOf(object).name === name),
    };
  }

  async #load(): Promise<void> {
    const { directory, kinds, features, checkAll } = this.#options;
    const { documents, hash } = await readManifests(directory);
    if (hash === this.#hash) return;
    const objects = await decodeManifests(documents, { kinds, features });
    checkAll?.((kind) => objects.get(kind) ?? []);
    this.#hash = hash;
    this.#objects = objects;
    this.#changes++;
  }

  #watch(): void {
    const { directory, stopping, onError } = this.#options;
    const stopPolling = every(systemClock, pollMilliseconds, () => this.#reload());
    const watcher = watch(directory, { persistent: false }, () => this.#reloadSoon());
    watcher.on('error', onError);
    stopping.addEventListener('abort', () => {
      stopPolling();
      this.#cancelSettling?.();
      watcher.close();
    });
  }

  #reloadSoon(): void {
    this.#cancelSettling ??= systemClock.after(
      settleMilliseconds,
      () => {
        this.#cancelSettling = undefined;
        this.#reload();
      },
      { unref: true },
    );
  }

  #reload(): void {
    this.#load().catch((error) => {
      const { directory, onError } = this.#options;
      onError(new Error(`reloading admission manifest config of ${directory}: ${(error as Error).message}`));
    });
  }
}
