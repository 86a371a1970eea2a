// Follows pkg/controlplane/controller/crdregistration/crdregistration_controller.go (v1.36)
// Follows pkg/controlplane/apiserver/aggregator.go (v1.36)

import { compositeKey, type GroupVersion, type ObjectMeta } from '../../apimachinery/meta/index.js';
import { Informer, type InformerHandler } from '../../client/informer/index.js';
import type { RestClient } from '../../client/rest/index.js';

/** Called when a group version begins and ceases to be served. */
interface LocalVersionsHandler {
  added(version: GroupVersion): void;
  removed(version: GroupVersion): void;
}

const definitionsResource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  resource: 'customresourcedefinitions',
} as const;

interface Version {
  readonly name: string;
  readonly served: boolean;
}

interface Definition {
  readonly metadata: ObjectMeta;
  readonly spec: { readonly group: string; readonly versions: readonly Version[] };
}

/** An informer of CustomResourceDefinitions. */
export interface DefinitionInformer {
  addHandler(handler: InformerHandler<Definition>): () => void;
  synced(): Promise<void>;
}

/** The group versions of CustomResourceDefinitions. */
export class CustomResourceVersions {
  readonly #informer: DefinitionInformer;
  readonly #close: () => Promise<void>;
  /** Number of definitions that serve a version. */
  readonly #counts = new Map<string, number>();
  #stop: () => void = () => undefined;

  constructor({
    informer,
    close = async () => undefined,
  }: { informer: DefinitionInformer; close?: () => Promise<void> }) {
    this.#informer = informer;
    this.#close = close;
  }

  /** Watches the definitions through the API. */
  static watch(client: RestClient, onError: (error: unknown) => void): CustomResourceVersions {
    const source = client.resource<Definition>(definitionsResource);
    const informer = new Informer<Definition>({ source, transform: withoutSchemas, onError });
    informer.start();
    return new CustomResourceVersions({ informer, close: () => informer.close() });
  }

  /** Resolves when the initial versions have been reported. */
  async start(handler: LocalVersionsHandler): Promise<void> {
    const add = (definition: Definition): void => this.#count(definition, 1, (one) => handler.added(one));
    const remove = (definition: Definition): void => this.#count(definition, -1, (one) => handler.removed(one));
    this.#stop = this.#informer.addHandler({
      added: add,
      updated: (old, definition) => {
        if (sameVersions(old, definition)) return;
        add(definition);
        remove(old);
      },
      deleted: remove,
    });
    await this.#informer.synced();
  }

  async close(): Promise<void> {
    this.#stop();
    await this.#close();
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

function sameVersions({ spec: a }: Definition, { spec: b }: Definition): boolean {
  if (a === b) return true;
  const isSame = ({ name, served }: Version, index: number): boolean =>
    name === b.versions[index]?.name && served === b.versions[index].served;
  return a.group === b.group && a.versions.length === b.versions.length && a.versions.every(isSame);
}
