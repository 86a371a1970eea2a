import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../meta/index.js';
import { MissingKindError, MissingVersionError, NotConvertibleError, NotRegisteredError } from './errors.js';
import { type ConversionStep, defineKind } from './kind-definition.js';
import { Scheme } from './scheme.js';

interface Flunder {
  metadata: JsonObject;
  spec: { reference: string; size?: number };
}

interface OldFlunder {
  metadata: JsonObject;
  reference: string;
}

/** v1 is the hub, v1alpha1 has another structure, v1beta1 has the hub's; v1beta1 is stored. */
const flunder = defineKind<{ v1: Flunder; v1beta1: Flunder; v1alpha1: OldFlunder }, 'v1'>({
  group: 'wardle.example.com',
  kind: 'Flunder',
  hubVersion: 'v1',
  storageVersion: 'v1beta1',
  versions: {
    v1: {
      applyDefaults(object) {
        object.spec.size ??= 1;
      },
    },
    v1beta1: { served: false },
    v1alpha1: {
      toHub: ({ metadata, reference }) => ({ metadata, spec: { reference } }),
      fromHub: ({ metadata, spec }) => ({ metadata, reference: spec.reference }),
    },
  },
});

function newScheme(): Scheme {
  const scheme = new Scheme('test');
  scheme.register(flunder);
  return scheme;
}

function flunderIn(version: string, rest: JsonObject): JsonObject {
  return { apiVersion: `wardle.example.com/${version}`, kind: 'Flunder', metadata: { name: 'a' }, ...rest };
}

const group = 'wardle.example.com';

describe('decode', () => {
  test('fills in what the URL says and the defaults of the version', () => {
    const { object, groupVersionKind } = newScheme().decode(
      { metadata: {}, spec: { reference: 'r' } },
      { group, version: 'v1', kind: 'Flunder' },
    );
    expect(object).toEqual({
      apiVersion: 'wardle.example.com/v1',
      kind: 'Flunder',
      metadata: {},
      spec: { reference: 'r', size: 1 },
    });
    expect(groupVersionKind).toEqual({ group, version: 'v1', kind: 'Flunder' });
  });

  test('refuses what is not known', () => {
    const scheme = newScheme();
    expect(() => scheme.decode({ apiVersion: 'v1', kind: 'Foo' })).toThrow(
      'no kind "Foo" is registered for version "v1" in scheme "test"',
    );
    expect(() => scheme.decode({ apiVersion: 'wardle.example.com/v2', kind: 'Flunder' })).toThrow(NotRegisteredError);
    expect(() => scheme.decode({ apiVersion: 'v1', a: 1 })).toThrow(new MissingKindError('{"a":1,"apiVersion":"v1"}'));
    expect(() => scheme.decode({ kind: 'Foo' })).toThrow(new MissingVersionError('{"kind":"Foo"}'));
    expect(() => scheme.decode({ kind: 'Foo', apiVersion: 'a/b/c' })).toThrow('unexpected GroupVersion string: a/b/c');
    expect(() => scheme.decode({ kind: 5, apiVersion: 'v1' })).toThrow("Object 'Kind' is missing in");
  });

  test('does not take a kind with a dot for one of another group', () => {
    expect(newScheme().find({ group: 'wardle.example.com', kind: 'Flunder' })).toBeDefined();
    expect(newScheme().find({ group: 'example.com', kind: 'Flunder.wardle' })).toBeUndefined();
    expect(newScheme().find({ group: '', kind: 'Flunder.wardle.example.com' })).toBeUndefined();
  });

  test('goes on to the hub', () => {
    expect(newScheme().decodeToHub(flunderIn('v1alpha1', { reference: 'r' }))).toEqual(
      flunderIn('v1', { spec: { reference: 'r' } }),
    );
  });
});

describe('convert', () => {
  const kind = newScheme().kind({ group, version: 'v1', kind: 'Flunder' });
  const hub = flunderIn('v1', { spec: { reference: 'r' } });

  test('to the own version is free', () => expect(kind.convert(hub, 'v1')).toBe(hub));

  test('to a version of the same shape changes the apiVersion of a copy', () => {
    const stored = kind.toStorage(hub) as JsonObject;
    expect(stored).toEqual({ ...hub, apiVersion: 'wardle.example.com/v1beta1' });
    expect(stored['spec']).toBe(hub['spec']);
    expect(hub['apiVersion']).toBe('wardle.example.com/v1');
  });

  test('between two others goes through the hub', () => {
    const old = flunderIn('v1alpha1', { reference: 'r' });
    const stored = flunderIn('v1beta1', { spec: { reference: 'r' } });
    expect(kind.convert(old, 'v1beta1')).toEqual(stored);
    expect(kind.convert(stored, 'wardle.example.com/v1alpha1')).toEqual(old);
  });

  test('many, and lists', () => {
    const objects = [hub, flunderIn('v1alpha1', { reference: 'q' })];
    const list: JsonObject = { apiVersion: 'wardle.example.com/v1', kind: 'FlunderList', metadata: {}, items: objects };
    expect(kind.convertAll([hub, hub], 'v1')).toEqual([hub, hub]);
    expect(kind.convertList({ ...list, items: [] }, 'v1')).toEqual({ ...list, items: [] });
    expect(newScheme().encode(list, { group, version: 'v1beta1' })).toEqual({
      ...list,
      apiVersion: 'wardle.example.com/v1beta1',
      items: [flunderIn('v1beta1', { spec: { reference: 'r' } }), flunderIn('v1beta1', { spec: { reference: 'q' } })],
    });
    const same: JsonObject = { ...list, items: [hub] };
    expect(newScheme().encode(same, { group, version: 'v1' })).toBe(same);
  });

  test('to a version that does not exist is refused', () => {
    expect(() => kind.convert(hub, 'v2')).toThrow(
      new NotConvertibleError('test', 'wardle.example.com/v1', 'wardle.example.com/v2'),
    );
    expect(() => kind.convert({ ...hub, apiVersion: 'other/v1' }, 'v1')).toThrow(NotRegisteredError);
    expect(() => newScheme().encode(hub, { group: '', version: 'v1' })).toThrow(
      '"wardle.example.com/v1" is not suitable for converting to "v1" in scheme "test"',
    );
    expect(() => newScheme().encode({ apiVersion: 'v1', kind: 'Foo' }, { group: '', version: 'v1' })).toThrow(
      NotRegisteredError,
    );
  });

  test('an unversioned kind is what it is', () => {
    const status: JsonObject = { apiVersion: 'v1', kind: 'Status' };
    expect(newScheme().encode(status, { group, version: 'v1' })).toBe(status);
  });
});

describe('a webhook', () => {
  function withWebhook(convertAll: (objects: readonly JsonObject[], step: ConversionStep) => Promise<JsonObject[]>) {
    const definition = { group: 'g', kind: 'K', hubVersion: 'v1', versions: { v1: {}, v2: {}, v3: {} }, convertAll };
    return new Scheme('crd').register(definition);
  }
  const object = (version: string, name: string): JsonObject => ({ apiVersion: `g/${version}`, kind: 'K', name });

  test('is called once for each version, and the order is kept', async () => {
    const steps: (ConversionStep & { count: number })[] = [];
    const kind = withWebhook(async (objects, step) => {
      steps.push({ ...step, count: objects.length });
      return objects.map((one) => ({ ...one, apiVersion: `g/${step.to}`, from: step.from }));
    });
    const objects = [object('v2', 'a'), object('v1', 'b'), object('v3', 'c'), object('v2', 'd')];
    expect(await kind.convertAll(objects, 'v1')).toEqual([
      { ...object('v1', 'a'), from: 'v2' },
      object('v1', 'b'),
      { ...object('v1', 'c'), from: 'v3' },
      { ...object('v1', 'd'), from: 'v2' },
    ]);
    expect(steps).toEqual([
      { from: 'v2', to: 'v1', count: 2 },
      { from: 'v3', to: 'v1', count: 1 },
    ]);
    expect(await kind.convert(object('v2', 'a'), 'v1')).toEqual({ ...object('v1', 'a'), from: 'v2' });
  });

  test('is not called without need', () => {
    const kind = withWebhook(() => Promise.reject(new Error('called')));
    const objects = [object('v1', 'a')];
    expect(kind.convertAll(objects, 'v1')).toBe(objects);
  });

  test('that loses objects is an error', async () => {
    const kind = withWebhook(async () => []);
    await expect(kind.convert(object('v2', 'a'), 'v1')).rejects.toThrow('conversion of 1 objects to g/v1 gave 0');
  });
});

describe('kinds in a scheme', () => {
  test('have versions in order of preference', () => {
    const scheme = newScheme();
    expect(scheme.groups()).toEqual([group]);
    expect(scheme.versions(group)).toEqual(['v1', 'v1beta1', 'v1alpha1']);
    scheme.setVersionPriority(group, ['v1beta1', 'v9']);
    expect(scheme.versions(group)).toEqual(['v1beta1', 'v1', 'v1alpha1']);
    expect(scheme.find({ group, kind: 'Flunder' })?.servedVersions).toEqual(['v1', 'v1alpha1']);
  });

  test('can be in two groups', () => {
    const scheme = new Scheme('core');
    const versions = { v1: {}, 'events.k8s.io/v1': { fromHub: (hub: JsonObject) => ({ ...hub, note: 'n' }) } };
    scheme.register({ group: '', kind: 'Event', hubVersion: 'v1', versions });
    expect(scheme.groups()).toEqual(['', 'events.k8s.io']);
    expect(scheme.recognizes({ group: 'events.k8s.io', version: 'v1', kind: 'Event' })).toBe(true);
    expect(scheme.encode({ apiVersion: 'v1', kind: 'Event' }, { group: 'events.k8s.io', version: 'v1' })).toEqual({
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      note: 'n',
    });
    scheme.unregister({ group: 'events.k8s.io', kind: 'Event' });
    expect(scheme.groups()).toEqual([]);
  });

  test.each([
    [group, 'v1', 'Flunder', true],
    [group, 'v2', 'Flunder', false],
    ['', 'v1', 'Status', true],
    [group, 'v1', 'DeleteOptions', true],
    [group, 'v2', 'DeleteOptions', false],
    ['meta.k8s.io', 'v1', 'DeleteOptions', true],
    ['meta.k8s.io', 'v1', 'Table', true],
    ['meta.k8s.io', 'v1beta1', 'PartialObjectMetadata', true],
    ['meta.k8s.io', 'v2', 'Table', false],
  ])('%s/%s %s: %j', (kindGroup, version, kind, known) => {
    expect(newScheme().recognizes({ group: kindGroup, version, kind })).toBe(known);
  });

  test('must have their hub and storage versions', () => {
    const scheme = new Scheme('test');
    expect(() =>
      scheme.register({ group: 'g', kind: 'K', hubVersion: 'v1', storageVersion: 'v2', versions: { v1: {} } }),
    ).toThrow(NotConvertibleError);
    expect(scheme.find({ group: 'g', kind: 'K' })).toBeUndefined();
  });
});
