import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { generationOnly, type StatusRules, specAndStatus } from './standard-strategy.js';
import type { PreparationContext, Strategy, ValidationContext } from './strategy.js';

const context = { namespace: 'a', user: 'u', dryRun: false } as PreparationContext & ValidationContext;
const old: JsonObject = {
  metadata: { name: 'n', generation: 3, labels: { a: '1' }, annotations: { b: '1' } },
  spec: { size: 1 },
  status: { ready: 1 },
};
const sent: JsonObject = {
  metadata: {
    name: 'n',
    generation: 3,
    labels: { a: '2' },
    annotations: { b: '2' },
    managedFields: [{ manager: 'm' }],
  },
  spec: { size: 2 },
  status: { ready: 2 },
};

function updated(strategy: Strategy, object: JsonObject = sent): JsonObject {
  const copy = structuredClone(object);
  strategy.prepareForUpdate?.({ object: copy, old: structuredClone(old) }, context);
  return copy;
}

describe('the main endpoint of a resource with a status', () => {
  const { main } = specAndStatus();

  test('restores the status, and counts a change of the spec', () => {
    const { metadata, spec, status } = updated(main);
    expect([(metadata as JsonObject)['generation'], spec, status]).toEqual([4, { size: 2 }, { ready: 1 }]);
  });

  test('does not count a change of metadata or status', () => {
    expect(updated(main, { ...sent, spec: old['spec']! })['metadata']).toMatchObject({ generation: 3 });
  });

  test('creates objects in generation 1, without a status', () => {
    const object = structuredClone(sent);
    main.prepareForCreate?.(object, context);
    expect([object['metadata'], object['status']]).toMatchObject([{ generation: 1 }, undefined]);
  });

  test('leaves the generation alone where objects have none', () => {
    const { main: uncounted } = specAndStatus({}, { generation: 'absent' });
    expect(updated(uncounted)['metadata']).toMatchObject({ generation: 3 });
  });

  test('counts what the rule says, after all other preparation', () => {
    const { main: counted } = specAndStatus(
      { prepareForUpdate: ({ object }) => Object.assign(object, { spec: { size: 7 } }) },
      { generation: ({ object }) => (object['spec'] as JsonObject)['size'] === 7 },
    );
    expect(updated(counted)['metadata']).toMatchObject({ generation: 4 });
  });
});

describe('the status endpoint', () => {
  test.each<[kept: StatusRules<JsonObject>['statusKeeps'], metadata: JsonObject, resetFields: string[]]>([
    [undefined, { labels: { a: '1' }, annotations: { b: '1' } }, ['spec', 'metadata']],
    [[], { labels: { a: '2' }, annotations: { b: '2' } }, ['spec']],
    [['labels'], { labels: { a: '1' }, annotations: { b: '2' } }, ['spec', 'metadata.labels']],
  ])('restores the spec, and of metadata %j', (statusKeeps, metadata, resetFields) => {
    const { status } = specAndStatus({}, statusKeeps ? { statusKeeps } : {});
    const expected = { metadata: { ...metadata, managedFields: [{ manager: 'm' }] }, spec: { size: 1 } };
    expect(updated(status)).toMatchObject({ ...expected, status: { ready: 2 } });
    expect(status.resetFields).toEqual(resetFields);
  });

  test('gives no warnings of the main endpoint', () => {
    const { main, status } = specAndStatus({ warningsOnUpdate: () => ['w'] });
    expect([main.warningsOnUpdate === undefined, status.warningsOnUpdate === undefined]).toEqual([false, true]);
  });
});

test('without a status endpoint, a change of the status counts too', () => {
  expect(updated(generationOnly(), { ...sent, spec: old['spec']! })['metadata']).toMatchObject({ generation: 4 });
});
