import { compositeKey } from '../../apimachinery/meta/index.js';
import type { DiscoveredResource } from '../discover-resources.js';
import type { Identity } from './graph-node.js';

/** Resources by the kinds that owner references name. */
export class ResourceKinds {
  #resources: ReadonlyMap<string, DiscoveredResource> = new Map();

  replace(resources: readonly DiscoveredResource[]): void {
    this.#resources = new Map(resources.map((resource) => [keyOf(resource.group, resource.kind), resource]));
  }

  /**
   * Finds the resource of a kind, in whichever version the server prefers. Throws if the server does not serve it,
   * which may change.
   */
  find({ apiVersion, kind }: Pick<Identity, 'apiVersion' | 'kind'>): DiscoveredResource {
    const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
    const resource = this.#resources.get(keyOf(group, kind));
    if (!resource) throw new Error(`unable to get REST mapping for ${apiVersion}/${kind}.`);
    return resource;
  }
}

function keyOf(group: string, kind: string): string {
  return compositeKey(group, kind);
}
