// Follows pkg/controlplane/controller/crdregistration/crdregistration_controller.go (v1.36)
// Follows pkg/controlplane/apiserver/aggregator.go (v1.36)

import { compositeKey, type GroupVersion, type JsonObject } from '../../apimachinery/meta/index.js';
import { Informer } from '../../client/informer/index.js';
import type { RestClient } from '../../client/rest/index.js';

/** Group versions that another server of the chain starts or stops serving at run time. */
export interface LocalVersions {
  /** Resolves when the initial versions have been reported. */
  start(handler: LocalVersionsHandler): Promise<void>;
  close(): Promise<void>;
}

interface LocalVersionsHandler {
  added(version: GroupVersion): void;
  removed(version: GroupVersion): void;
}

const definitionsResource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  resource: 'customresourcedefinitions',
} as const;

interface Definition {
  readonly metadata: JsonObject;
  readonly spec: {
    readonly group: string;
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  };
}

/** The group versions of CustomResourceDefinitions, watched through the API. */
export class CustomResourceVersions implements LocalVersions {
  readonly #informer: Informer<Definition>;
  /** Number of definitions that serve a version. */
  readonly #counts = new Map<string, number>();

  constructor(client: RestClient, onError: (error: unknown) => void) {
    this.#informer = new Informer<Definition>({
      source: client.resource<Definition>(definitionsResource),
      transform: withoutSchemas,
      onError,
    });
  }

  async start(handler: LocalVersionsHandler): Promise<void> {
    const add = (definition: Definition): void => this.#count(definition, 1, (one) => handler.added(one));
    const remove = (definition: Definition): void => this.#count(definition, -1, (one) => handler.removed(one));
    this.#informer.addHandler({
      added: add,
      updated: (old, definition) => {
        if (sameVersions(old, definition)) return;
        add(definition);
        remove(old);
      },
      deleted: remove,
    });
    this.#informer.start();
    await this.#informer.synced();
  }

  close(): Promise<void> {
    return this.#informer.close();
  }

  /** Reports versions that the first definition starts to serve, or the last one stops serving. */
  #count({ spec: { group, versions } }: Definition, change: 1 | -1, notify: (version: GroupVersion) => void): void {
    for (const { name, served } of versions) {
      if (!served) continue;
      const key = compositeKey(group, name);
      const count = (this.#counts.get(key) ?? 0) + change;
      if (count === 0) this.#counts.delete(key);
      else this.#counts.set(key, count);
      if (count === (change === 1 ? 1 : 0)) notify({ group, version: name });
    }
  }
}

/** Drops everything that is not used, which can be large. */
function withoutSchemas({ metadata, spec: { group, versions } }: Definition): Definition {
  const { name = '', resourceVersion = '' } = metadata;
  const named = versions.map((version) => ({ name: version.name, served: version.served }));
  return { metadata: { name, resourceVersion }, spec: { group, versions: named } };
}

function sameVersions(a: Definition, b: Definition): boolean {
  return JSON.stringify(a.spec) === JSON.stringify(b.spec);
}
