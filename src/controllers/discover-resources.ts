import type { APIGroupDiscovery, APIGroupDiscoveryList, APIVersionDiscovery } from '../api/apidiscovery/v2.js';
import type { GroupKind } from '../apimachinery/meta/index.js';
import type { RestClient } from '../client/rest/index.js';

export interface DiscoveredResource {
  readonly group: string;
  readonly version: string;
  /** The plural name. */
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  readonly verbs: ReadonlySet<string>;
  readonly subresources: ReadonlySet<string>;
}

export interface Discovered {
  /** Each resource once, in the version that the server prefers. */
  readonly resources: readonly DiscoveredResource[];
  /** Group versions whose extension server does not respond, such as `metrics.k8s.io/v1beta1`. */
  readonly failures: readonly string[];
}

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** Reads which resources the server serves: built-in, custom and aggregated ones. */
export async function discoverResources(client: RestClient, signal?: AbortSignal): Promise<Discovered> {
  const groups = await discoverGroups(client, signal);
  return { resources: groups.flatMap(preferredResources), failures: groups.flatMap(staleVersions).sort() };
}

/** The resource of a kind, in the version that the server prefers. Rejects if no resource has the kind. */
export async function discoverKind(
  client: RestClient,
  { group, kind }: GroupKind,
  signal?: AbortSignal,
): Promise<DiscoveredResource> {
  const { resources } = await discoverResources(client, signal);
  const found = resources.find((each) => each.kind === kind && each.group === group);
  if (!found) throw new Error(`no matches for kind ${JSON.stringify(kind)} in group ${JSON.stringify(group)}`);
  return found;
}

/** All resources that the server serves, each in every version. */
export async function discoverAllVersions(client: RestClient, signal?: AbortSignal): Promise<DiscoveredResource[]> {
  const groups = await discoverGroups(client, signal);
  return groups.flatMap(({ metadata, versions = [] }) =>
    versions.flatMap((version) => resourcesOf(metadata?.name ?? '', version)),
  );
}

async function discoverGroups(client: RestClient, signal?: AbortSignal): Promise<APIGroupDiscovery[]> {
  const read = (target: string): Promise<APIGroupDiscoveryList> =>
    client.object<APIGroupDiscoveryList>({ method: 'GET', target, accept: aggregated, signal });
  const [core, named] = await Promise.all([read('/api'), read('/apis')]);
  return [...core.items, ...named.items];
}

/** Versions are listed by preference. */
function preferredResources({ metadata, versions = [] }: APIGroupDiscovery): DiscoveredResource[] {
  const found = new Map<string, DiscoveredResource>();
  for (const version of versions) {
    for (const resource of resourcesOf(metadata?.name ?? '', version)) {
      if (!found.has(resource.resource)) found.set(resource.resource, resource);
    }
  }
  return [...found.values()];
}

function resourcesOf(group: string, { version, resources = [] }: APIVersionDiscovery): DiscoveredResource[] {
  return resources.map(({ resource, singularResource, scope, verbs, responseKind, subresources = [] }) => ({
    group,
    version,
    resource,
    singular: singularResource ?? '',
    kind: responseKind?.kind ?? '',
    isNamespaced: scope === 'Namespaced',
    verbs: new Set(verbs),
    subresources: new Set(subresources.map(({ subresource }) => subresource)),
  }));
}

function staleVersions({ metadata, versions = [] }: APIGroupDiscovery): string[] {
  const stale = versions.filter(({ freshness }) => freshness === 'Stale');
  return stale.map(({ version }) => `${metadata?.name ?? ''}/${version}`);
}
