// Follows staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/storage/cacher/delegator.go (v1.36)

import type { MaybePromise } from '../../apimachinery/scheme/index.js';
import { type Attributes, activeSpan, runInSpan, traced } from '../../apimachinery/tracing/index.js';
import type { CacheWatch, ListResult } from '../../storage/cacher/index.js';
import type { Revision } from '../../storage/index.js';
import { internalType } from '../dialect/index.js';
import type { Resource } from './resource.js';

/** Runs a read of one object within a span. */
export function tracedGet<Found>(
  key: string,
  notOlderThan: Revision | undefined,
  find: () => MaybePromise<Found>,
): MaybePromise<Found> {
  const start = () => ({
    name: 'cacher.Get',
    attributes: { ...audited(), key, 'resource-version': String(notOlderThan ?? '') },
  });
  return traced(start, (span) => {
    span?.addEvent(
      notOlderThan === undefined ? 'About to Get from underlying storage' : 'About to fetch object from cache',
    );
    return find();
  });
}

/** Runs a list within a span. */
export function tracedList(resource: Resource, list: () => Promise<ListResult>): Promise<ListResult> {
  const start = () => ({ name: 'cacher.GetList', attributes: typed(resource) });
  return traced(start, async (span) => {
    span?.addEvent('Ready');
    const result = await list();
    const count = result.entries.length;
    span?.addEvent('Listed items from cache', { count });
    span?.addEvent('Filtered items', { count });
    return result;
  });
}

/** Opens a watch within a span, which ends when the cache is as fresh as the watch needs it. */
export function tracedWatch(resource: Resource, open: () => CacheWatch): CacheWatch {
  const span = activeSpan()?.child({ name: 'cacher.Watch', attributes: typed(resource) });
  if (!span) return open();
  const watch = runInSpan(span, open);
  const finish = (): void => span.finish();
  if (watch.started) watch.started.then(finish, finish);
  else finish();
  return watch;
}

/** Runs a write within a span. */
export function tracedWrite<Result>(
  name: 'Create etcd3' | 'GuaranteedUpdate etcd3',
  { resource, key }: { resource: Resource; key: string },
  write: () => Promise<Result>,
): Promise<Result> {
  const { definition, dialect, groupResource } = resource;
  const { group, resource: plural } = groupResource;
  const start = () => {
    const type = dialect.storedType ?? `*${internalType({ group, kind: definition.kind }, dialect.kinds)}`;
    return { name, attributes: { ...audited(), key, type, group, resource: plural } };
  };
  return traced(start, write);
}

function audited(): Attributes {
  return { 'audit-id': activeSpan()?.auditId ?? '' };
}

function typed({ groupResource: { group, resource } }: Resource): Attributes {
  return { ...audited(), type: group === '' ? resource : `${resource}.${group}` };
}
