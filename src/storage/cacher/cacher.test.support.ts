import { afterEach } from 'vitest';
import type { Attributes } from '../../apimachinery/selectors/index.js';
import { EmbeddedStorage } from '../embedded/index.js';
import type { Revision, Storage } from '../storage.js';
import type { Selection } from './cache-event.js';
import type { CacheBatch, CacheWatch } from './cache-watch.js';
import { Cacher, type CacherOptions } from './cacher.js';
import { objectPresentation } from './object-presentation.js';

export interface Thing {
  metadata: { name: string; resourceVersion?: string; labels?: Record<string, string> };
  spec?: { node?: string };
}

const opened: Cacher[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((cacher) => cacher.close()));
});

/** A cache of things on a real engine. Counts how often attributes were read from bytes. */
export async function openCache(options: Partial<CacherOptions> = {}) {
  const reads: string[] = [];
  const presentation = objectPresentation((value, key) => {
    reads.push(key);
    return attributesOf(JSON.parse(value.toString()));
  });
  const storage = options.storage ?? (await EmbeddedStorage.open());
  const cacher = await Cacher.start({ storage, prefix: '/things/', presentation, ...options });
  opened.push(cacher);
  return { cacher, reads, storage };
}

export function attributesOf({ metadata, spec }: Thing): Attributes {
  return { labels: metadata.labels ?? {}, fields: { 'spec.node': spec?.node ?? '' } };
}

export async function put(
  cacher: Storage,
  path: string,
  thing: Partial<Thing> & { labels?: Record<string, string> } = {},
): Promise<Revision> {
  const { labels, ...rest } = thing;
  const object = { metadata: { name: path, ...(labels && { labels }) }, ...rest };
  const result = await cacher.commit([
    { type: 'put', key: `/things/${path}`, value: Buffer.from(JSON.stringify(object)) },
  ]);
  return result.revision;
}

export function remove(cacher: Cacher, path: string) {
  return cacher.commit([{ type: 'delete', key: `/things/${path}` }]);
}

export function labelled(name: string, value: string) {
  const requested: unknown[] = [];
  const selection: Selection = {
    key: `${name}=${value}`,
    matches(attributes) {
      requested.push(attributes);
      return attributes.labels[name] === value;
    },
  };
  return { selection, requested };
}

export function onNode(node: string) {
  const requested: unknown[] = [];
  const selection: Selection = {
    key: `spec.node=${node}`,
    matches(attributes) {
      requested.push(attributes);
      return attributes.fields['spec.node'] === node;
    },
    requires: (field) => (field === 'spec.node' ? node : undefined),
  };
  return { selection, requested };
}

export function described({ deliveries, bookmark, revision }: CacheBatch): string[] {
  const lines = deliveries.map((delivery) => {
    const { metadata } = JSON.parse(delivery.value.toString()) as Thing;
    return `${delivery.type} ${metadata.name}@${Number(metadata.resourceVersion) === Number(delivery.revision) ? 'same' : 'older'}`;
  });
  return bookmark ? [...lines, `${bookmark} ${revision > 0n}`] : lines;
}

export async function read(watch: CacheWatch, count: number): Promise<string[]> {
  const lines: string[] = [];
  while (lines.length < count) {
    const result = await watch.next();
    if (result.done) throw new Error(`the watch ended after: ${lines.join(', ')}`);
    lines.push(...described(result.value));
  }
  return lines;
}
