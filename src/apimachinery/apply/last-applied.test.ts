import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../meta/index.js';
import { ownersOf, stored, workload, workloadManager } from './workload.test.support.js';

const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
const manager = workloadManager();

/** An object after kubectl's client-side apply. */
async function clientSideApplied(config: JsonObject, lastApplied: JsonObject = config): Promise<JsonObject> {
  const annotations = { [annotation]: `${JSON.stringify(lastApplied)}\n` };
  const object = { ...config, metadata: { ...(config.metadata as JsonObject), annotations } };
  return stored(await manager.recordUpdate(undefined, object, { manager: 'kubectl-client-side-apply' }));
}

const annotationOf = (object: JsonObject): unknown =>
  (((object.metadata as JsonObject).annotations ?? {}) as JsonObject)[annotation];

describe('server-side apply after client-side apply', () => {
  test('by kubectl takes over what client-side apply set, and keeps the annotation in step', async () => {
    const live = await clientSideApplied(workload({ data: { a: '1' }, spec: { replicas: 1 } }));
    const next = await manager.apply(live, workload({ spec: { replicas: 2 }, data: { a: '<' } }), {
      manager: 'kubectl',
    });
    expect(next.spec).toEqual({ replicas: 2 });
    expect(ownersOf(next)['kubectl/Apply']).toEqual({ 'f:data': { 'f:a': {} }, 'f:spec': { 'f:replicas': {} } });
    expect(annotationOf(next)).toBe(
      '{"apiVersion":"example.com/v1","data":{"a":"\\u003c"},"kind":"Workload","metadata":{"name":"a"},"spec":{"replicas":2}}\n',
    );
  });

  test('by anybody else conflicts', async () => {
    const live = await clientSideApplied(workload({ data: { a: '1' } }));
    const applied = manager.apply(live, workload({ data: { a: '2' } }), { manager: 'other' });
    await expect(applied).rejects.toThrow('conflict with "kubectl-client-side-apply" using example.com/v1: .data.a');
  });

  test('conflicts over what was changed since', async () => {
    const live = await clientSideApplied(workload({ data: { a: '1', b: '1' } }));
    const edited = await manager.recordUpdate(live, { ...live, data: { a: '1', b: '2' } }, { manager: 'editor' });
    const applied = manager.apply(edited, workload({ data: { a: '3', b: '3' } }), { manager: 'kubectl' });
    await expect(applied).rejects.toThrow(
      'Apply failed with 1 conflict: conflict with "editor" using example.com/v1: .data.b',
    );
  });

  const unusable: [name: string, lastApplied: JsonObject][] = [
    ['of another version', { ...workload({ data: { a: '1' } }), apiVersion: 'example.com/v0' }],
    ['that does not fit the type', workload({ data: { a: '1' }, unknown: 1 })],
  ];
  test.each(unusable)('conflicts where there is an annotation %s', async (_name, lastApplied) => {
    const live = await clientSideApplied(workload({ data: { a: '1' } }), lastApplied);
    await expect(manager.apply(live, workload({ data: { a: '2' } }), { manager: 'kubectl' })).rejects.toThrow(
      '1 conflict',
    );
  });
});

describe('the annotation', () => {
  test('is not made for objects that have none', async () => {
    const live = await manager.apply(undefined, workload({ data: { a: '1' } }), { manager: 'kubectl' });
    expect(annotationOf(live)).toBeUndefined();
  });

  test('does not contain itself', async () => {
    const config = workload({ data: { a: '1' } }, { annotations: { [annotation]: 'x', other: 'y' } });
    const next = await manager.apply(undefined, config, { manager: 'kubectl' });
    expect(JSON.parse(String(annotationOf(next))).metadata.annotations).toEqual({ other: 'y' });
  });

  test('is removed where it grows too large', async () => {
    const live = await clientSideApplied(workload({ data: { a: '1' } }));
    const next = await manager.apply(live, workload({ data: { a: 'x'.repeat(300_000) } }), { manager: 'kubectl' });
    expect(annotationOf(next)).toBeUndefined();
  });
});
