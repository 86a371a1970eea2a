import { get, itemsOf, type KubeObject, type List, type Metadata, withQuery } from '../api/client.ts';
import { findKind, pathOf, type Resource, resources } from '../api/discovery.ts';

export interface Relative {
  readonly id: string;
  readonly kind: string;
  readonly resource: Resource | undefined;
  readonly metadata: Metadata;
}

export interface Relatives {
  readonly nodes: readonly Relative[];
  /** From owner to dependent. */
  readonly edges: readonly (readonly [string, string])[];
  /** Resources that could not be read. */
  readonly unread: readonly string[];
}

const accept = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json';
const concurrency = 24;
const pageSize = 2_000;

/** Objects have neither owners nor dependents of these kinds, or there are too many of them. */
const skipped = new Set(['events', 'componentstatuses', 'leases']);

/** Calls for each item, a few at a time. */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const run = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, run));
}

/** Finds the owners of an object, and theirs, and all dependents: by the metadata of everything in its namespace. */
export async function findRelatives(resource: Resource, object: KubeObject, abort: AbortSignal): Promise<Relatives> {
  const { uid = '', namespace } = object.metadata;
  const known = new Map<string, Relative>([[uid, { id: uid, kind: object.kind, resource, metadata: object.metadata }]]);
  const unread: string[] = [];
  const searched = (resources.value ?? []).filter(
    ({ verbs, name, group, isNamespaced }) =>
      verbs.has('list') &&
      verbs.has('get') &&
      !skipped.has(name) &&
      group !== 'metrics.k8s.io' &&
      (isNamespaced || !namespace),
  );
  await forEachConcurrently(searched, async (one) => {
    try {
      for (const metadata of await listMetadata(one, namespace, abort)) {
        const id = metadata.uid ?? '';
        if (!known.has(id)) known.set(id, { id, kind: one.kind, resource: one, metadata });
      }
    } catch {
      if (!abort.aborted) unread.push(one.name);
    }
  });
  return { ...related(known, uid), unread };
}

async function listMetadata(
  resource: Resource,
  namespace: string | undefined,
  abort: AbortSignal,
): Promise<Metadata[]> {
  const found: Metadata[] = [];
  let next: string | undefined;
  do {
    const path = withQuery(pathOf(resource, { namespace: resource.isNamespaced ? namespace : '' }), {
      limit: pageSize,
      continue: next,
    });
    const page = await get<List>(path, { accept, signal: abort });
    found.push(...itemsOf(page).map(({ metadata }) => metadata));
    next = page.metadata.continue;
  } while (next);
  return found;
}

function related(known: Map<string, Relative>, uid: string): Omit<Relatives, 'unread'> {
  const dependents = new Map<string, string[]>();
  for (const { id, metadata } of known.values()) {
    for (const owner of metadata.ownerReferences ?? []) {
      dependents.set(owner.uid, [...(dependents.get(owner.uid) ?? []), id]);
      if (known.has(owner.uid)) continue;
      // In another scope, or not readable: shown by what the reference says.
      known.set(owner.uid, {
        id: owner.uid,
        kind: owner.kind,
        resource: findKind(owner.apiVersion, owner.kind),
        metadata: { name: owner.name, uid: owner.uid },
      });
    }
  }
  const chosen = new Set<string>();
  const edges: [string, string][] = [];
  const down = (id: string) => {
    if (chosen.has(id)) return;
    chosen.add(id);
    for (const child of dependents.get(id) ?? []) {
      edges.push([id, child]);
      down(child);
    }
  };
  down(uid);
  const up = (id: string) => {
    for (const owner of known.get(id)?.metadata.ownerReferences ?? []) {
      edges.push([owner.uid, id]);
      if (chosen.has(owner.uid)) continue;
      chosen.add(owner.uid);
      up(owner.uid);
    }
  };
  up(uid);
  const unique = new Map(edges.map((edge) => [edge.join(' '), edge] as const));
  return { nodes: [...chosen].map((id) => known.get(id)!), edges: [...unique.values()] };
}
