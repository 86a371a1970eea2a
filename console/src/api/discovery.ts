import { computed, signal } from '@preact/signals';
import { ApiError, get, messageOf } from './client.ts';

/** A resource, in the version that its group prefers. */
export interface Resource {
  /** Empty: the core group. */
  readonly group: string;
  readonly version: string;
  /** Plural. */
  readonly name: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  readonly verbs: ReadonlySet<string>;
  readonly shortNames: readonly string[];
  readonly subresources: ReadonlySet<string>;
  /** All versions in which it is served, the preferred one first. */
  readonly versions: readonly string[];
}

interface Discovered {
  readonly resource: string;
  readonly responseKind?: { readonly kind: string };
  readonly scope: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly subresources?: readonly { readonly subresource: string }[];
}

interface DiscoveredGroup {
  readonly metadata?: { readonly name?: string };
  readonly versions?: readonly { readonly version: string; readonly resources?: readonly Discovered[] }[];
}

const accept = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .join(',');

/** Undefined until discovery has responded. */
export const resources = signal<readonly Resource[] | undefined>(undefined);
export const discoveryProblem = signal('');

const byKey = computed(() => new Map((resources.value ?? []).map((one) => [keyOf(one.group, one.name), one])));
const byKind = computed(() => new Map((resources.value ?? []).map((one) => [keyOf(one.group, one.kind), one])));

function keyOf(group: string, name: string): string {
  return `${group}/${name}`;
}

export function findResource(group: string, name: string): Resource | undefined {
  return byKey.value.get(keyOf(group, name));
}

export function findKind(apiVersion: string, kind: string): Resource | undefined {
  return byKind.value.get(keyOf(groupOf(apiVersion), kind));
}

export function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}

export function apiVersionOf({ group, version }: Pick<Resource, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}

/** Reads all resources that the server has now. Those that have not changed stay the same objects. */
export async function discover(): Promise<void> {
  try {
    const [core, groups] = await Promise.all(
      ['api', 'apis'].map((path) => get<{ items?: DiscoveredGroup[] }>(path, { accept })),
    );
    if (!core?.items || !groups?.items) {
      throw new Error('the server has no aggregated discovery (Kubernetes 1.27 and later)');
    }
    const known = resources.value ?? [];
    const texts = new Map(known.map((one) => [textOf(one), one]));
    const found = [...core.items, ...groups.items].flatMap(resourcesOf).map((one) => texts.get(textOf(one)) ?? one);
    discoveryProblem.value = '';
    const isSame = found.length === known.length && found.every((one, index) => one === known[index]);
    if (!isSame || !resources.value) resources.value = found;
  } catch (error) {
    if (error instanceof ApiError && error.code === 401) return;
    discoveryProblem.value = messageOf(error);
  }
}

function textOf(resource: Resource): string {
  return JSON.stringify(resource, (_key, value) => (value instanceof Set ? [...value] : value));
}

function resourcesOf({ metadata, versions = [] }: DiscoveredGroup): Resource[] {
  const group = metadata?.name ?? '';
  const found = new Map<string, Resource>();
  for (const { version, resources = [] } of versions) {
    for (const one of resources) {
      const known = found.get(one.resource);
      if (known) found.set(one.resource, { ...known, versions: [...known.versions, version] });
      else if (one.responseKind?.kind) found.set(one.resource, resourceOf(one, group, version));
    }
  }
  return [...found.values()];
}

function resourceOf(one: Discovered, group: string, version: string): Resource {
  return {
    group,
    version,
    name: one.resource,
    kind: one.responseKind?.kind ?? '',
    isNamespaced: one.scope === 'Namespaced',
    verbs: new Set(one.verbs),
    shortNames: one.shortNames ?? [],
    subresources: new Set((one.subresources ?? []).map(({ subresource }) => subresource)),
    versions: [version],
  };
}

/** The path of a collection, or of an object in it. */
export function pathOf(
  resource: Pick<Resource, 'group' | 'version' | 'name'>,
  {
    namespace = '',
    name,
    subresource,
  }: { namespace?: string | undefined; name?: string | undefined; subresource?: string } = {},
): string {
  const base = resource.group === '' ? `api/${resource.version}` : `apis/${resource.group}/${resource.version}`;
  const scope = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  const object = name === undefined ? '' : `/${encodeURIComponent(name)}`;
  return `${base}${scope}/${resource.name}${object}${subresource ? `/${subresource}` : ''}`;
}
