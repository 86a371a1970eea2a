// Follows pkg/controller/namespace/deletion/namespaced_resources_deleter.go (v1.36)

import type { Namespace } from '../../api/core/v1.js';
import type { PartialObjectMetadata } from '../../api/meta/v1.js';
import { someAtATime } from '../../apimachinery/event-loop/index.js';
import { isMethodNotSupported, isNotFound, messageOf } from '../../apimachinery/status/index.js';
import type { ResourceClient } from '../../client/rest/index.js';
import type { ControllerContext } from '../controller.js';
import { type Discovered, type DiscoveredResource, discoverResources } from '../discover-resources.js';
import type { ContentReport } from './conditions.js';

/** How long finalizers of others are expected to take. */
const finalizerSeconds = 15;
const options = { propagationPolicy: 'Background' } as const;

export interface DeletedContent {
  readonly report: ContentReport;
  /** Seconds until the rest may be gone; 0: nothing is left. */
  readonly estimateSeconds: number;
  readonly errors: readonly unknown[];
}

interface Remaining {
  readonly resource: DiscoveredResource;
  readonly count: number;
  readonly finalizers: readonly string[];
  readonly estimateSeconds: number;
  readonly error?: unknown;
}

/** Deletes everything in a namespace: pods first, and the rest when they are gone. */
export async function deleteContent(namespace: Namespace, context: ControllerContext): Promise<DeletedContent> {
  const { resources, failures } = await discoverResources(context.client, context.signal);
  const deletable = resources.filter(({ isNamespaced, verbs }) => isNamespaced && verbs.has('delete'));
  const [pods, others] = [deletable.filter(isPods), deletable.filter((resource) => !isPods(resource))];
  const ofPods = await Promise.all(pods.map((resource) => deleteAll(resource, namespace, context)));
  if (ofPods.some(({ count }) => count > 0)) return summary(ofPods, { failures, isWhole: false });
  const ofOthers = await Promise.all(others.map((resource) => deleteAll(resource, namespace, context)));
  return summary([...ofPods, ...ofOthers], { failures, isWhole: true });
}

function isPods({ group, resource }: DiscoveredResource): boolean {
  return group === '' && resource === 'pods';
}

function summary(
  all: readonly Remaining[],
  { failures, isWhole }: { readonly failures: Discovered['failures']; readonly isWhole: boolean },
): DeletedContent {
  const failed = all.filter(({ error }) => error !== undefined);
  const left = all.filter(({ count }) => count > 0);
  const discoveryFailure = failures.length > 0 ? discoveryMessage(failures) : undefined;
  return {
    report: {
      discoveryFailure,
      deletionFailures: failed.map(({ error }) => messageOf(error)),
      // Totals are reported once all kinds have been counted.
      remaining: isWhole ? new Map(left.map(({ resource, count }) => [nameOf(resource), count])) : undefined,
      remainingByFinalizer: isWhole ? countFinalizers(left) : undefined,
    },
    estimateSeconds: Math.max(0, ...all.map(({ estimateSeconds }) => estimateSeconds)),
    errors: [
      ...(discoveryFailure === undefined ? [] : [new Error(discoveryFailure)]),
      ...failed.map(({ error }) => error),
    ],
  };
}

// Unambiguous: the name of a resource contains no dot.
function nameOf({ resource, group }: DiscoveredResource): string {
  return `${resource}.${group}`;
}

function discoveryMessage(failures: readonly string[]): string {
  const each = failures.map((name) => `${name}: stale GroupVersion discovery: ${name}`).join(', ');
  const text = `unable to retrieve the complete list of server APIs: ${each}`;
  return `Discovery failed for some groups, ${failures.length} failing: ${text}`;
}

function countFinalizers(left: readonly Remaining[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const finalizer of left.flatMap(({ finalizers }) => finalizers)) {
    counts.set(finalizer, (counts.get(finalizer) ?? 0) + 1);
  }
  return counts;
}

/** Deletes the objects of one resource. Never rejects: one resource must not keep the others. */
async function deleteAll(
  resource: DiscoveredResource,
  namespace: Namespace,
  context: ControllerContext,
): Promise<Remaining> {
  const client = context.client.metadata(resource, namespace.metadata.name);
  try {
    await deleteEvery(client, resource, context.signal);
    const items = await listAll(client, resource, context.signal);
    const estimateSeconds = isPods(resource) ? graceSeconds(items, namespace, context) : 0;
    return remainingOf(resource, items, { namespace, estimateSeconds });
  } catch (error) {
    return { resource, count: 0, finalizers: [], estimateSeconds: 0, error };
  }
}

function remainingOf(
  resource: DiscoveredResource,
  items: readonly PartialObjectMetadata[],
  { namespace, estimateSeconds }: { readonly namespace: Namespace; readonly estimateSeconds: number },
): Remaining {
  if (items.length === 0) return { resource, count: 0, finalizers: [], estimateSeconds: 0 };
  const finalizers = items.flatMap(({ metadata }) => metadata.finalizers ?? []);
  const found = { resource, count: items.length, finalizers };
  if (estimateSeconds > 0) return { ...found, estimateSeconds };
  if (finalizers.length > 0) return { ...found, estimateSeconds: finalizerSeconds };
  const { group, version, resource: plural } = resource;
  const name = `${group}/${version}, Resource=${plural}`;
  const error = new Error(`unexpected items still remain in namespace: ${namespace.metadata.name} for gvr: ${name}`);
  return { ...found, estimateSeconds, error };
}

type MetadataClient = ResourceClient<PartialObjectMetadata>;

async function deleteEvery(client: MetadataClient, { verbs }: DiscoveredResource, signal: AbortSignal): Promise<void> {
  if (
    verbs.has('deletecollection') &&
    (await isSupported(client.deleteCollection({}, { ...options, signal, ignoreResponse: true })))
  )
    return;
  if (!verbs.has('list')) return;
  const { items } = await client.list({ signal });
  await someAtATime(items, ({ metadata }) =>
    isSupported(client.delete(metadata.name ?? '', { ...options, signal, ignoreResponse: true })),
  );
}

/** Resolves to false if the server does not support the request after all, or the object is gone. */
async function isSupported(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return true;
  } catch (error) {
    if (isMethodNotSupported(error) || isNotFound(error)) return false;
    throw error;
  }
}

async function listAll(
  client: MetadataClient,
  { verbs }: DiscoveredResource,
  signal: AbortSignal,
): Promise<readonly PartialObjectMetadata[]> {
  if (!verbs.has('list')) return [];
  try {
    return (await client.list({ signal })).items;
  } catch (error) {
    if (isMethodNotSupported(error) || isNotFound(error)) return [];
    throw error;
  }
}

/**
 * The longest grace period of the pods that are left, unless it is over since the deletion of the namespace. Their
 * metadata have it, as they are being deleted.
 */
function graceSeconds(
  pods: readonly PartialObjectMetadata[],
  { metadata }: Namespace,
  { clock }: ControllerContext,
): number {
  const periods = pods.map((pod) => pod.metadata.deletionGracePeriodSeconds ?? 0);
  const longest = periods.reduce((longer, period) => Math.max(longer, period), 0);
  const since = clock.now() - Date.parse(metadata.deletionTimestamp ?? '');
  return since >= longest * 1000 ? 0 : longest;
}
