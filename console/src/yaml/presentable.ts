import type { KubeObject, Metadata } from '../api/client.ts';

/** What identifies an object, or an item of a list, comes before what is said about it. */
const first = ['apiVersion', 'kind', 'metadata', 'name', 'namespace', 'type', 'spec', 'status'];

function rank(key: string): number {
  const index = first.indexOf(key);
  return index < 0 ? first.length : index;
}

/** Sorted by the names of fields, so that only values make a difference. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, child]) => [name, inOrder(child)]));
}

/** The server's order, except that what identifies an object comes first, and managed fields and the status last. */
export function presentable(object: KubeObject): KubeObject {
  const { apiVersion, kind, metadata, status, ...rest } = object;
  const { name, namespace, labels, annotations, managedFields, ...more } = metadata;
  const ordered = { name, namespace, labels, annotations, ...more, managedFields };
  const present = Object.fromEntries(Object.entries(ordered).filter(([, value]) => value !== undefined));
  return {
    apiVersion,
    kind,
    metadata: present as unknown as Metadata,
    ...rest,
    ...(status !== undefined && { status }),
  };
}
