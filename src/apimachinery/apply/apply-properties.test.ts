import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue, jsonEqual } from '../meta/index.js';
import { isConflict } from '../status/index.js';
import type { FieldSet } from './field-set.js';
import { decodeManagedFields, managedFieldsOf } from './managed-fields.js';
import { withDeclaredFields } from './schema-fields.js';
import { fieldSetOf } from './to-field-set.js';
import { frozen, ownersOf, workload, workloadManager, workloadType } from './workload.test.support.js';

const manager = workloadManager();
const letters = fc.constantFrom('a', 'b', 'c');
const digit = fc.constantFrom('1', '2');
const list = <Item>(item: fc.Arbitrary<Item>, by: (some: Item) => unknown) =>
  fc.uniqueArray(item, { maxLength: 3, selector: by });
const env = fc.record({ name: letters, value: digit }, { requiredKeys: ['name'] });
const port = fc.record(
  { containerPort: fc.integer({ min: 1, max: 2 }), protocol: fc.constantFrom('TCP', 'UDP'), name: letters },
  { requiredKeys: ['containerPort'] },
);
const container = fc.record(
  {
    name: letters,
    image: digit,
    command: fc.array(letters, { maxLength: 2 }),
    env: list(env, ({ name }) => name),
    ports: list(port, ({ containerPort, protocol = 'TCP' }) => `${containerPort}/${protocol}`),
  },
  { requiredKeys: ['name'] },
);
const parts = fc.record(
  {
    data: fc.dictionary(letters, digit),
    spec: fc.record(
      {
        replicas: fc.integer({ min: 0, max: 2 }),
        selector: fc.dictionary(letters, digit),
        tags: list(letters, (tag) => tag),
        groups: fc.dictionary(letters, fc.dictionary(letters, digit)),
        containers: list(container, ({ name }) => name),
        anything: fc.dictionary(letters, fc.dictionary(letters, fc.array(digit))),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);
const configuration = parts.map((some) => frozen(workload(JSON.parse(JSON.stringify(some)) as JsonObject)));
const name = fc.constantFrom('one', 'two', 'three');
const write = fc.tuple(name, configuration, fc.constantFrom('apply', 'update'));

/** The object after some writes. Each write gets a frozen object, so a write that mutates its input fails the test. */
async function after(writes: readonly (readonly [string, JsonObject, string])[]): Promise<JsonObject> {
  let live: JsonObject | undefined;
  for (const [by, config, kind] of writes) {
    if (kind === 'apply') live = await manager.apply(live, config, { manager: by, force: true });
    else {
      const metadata = live?.metadata ?? { name: 'a' };
      live = await manager.recordUpdate(live, frozen({ ...structuredClone(config), metadata }), { manager: by });
    }
    frozen(live);
  }
  return live as JsonObject;
}

const setsOf = (object: JsonObject): { who: string; operation: string; set: FieldSet }[] =>
  [...decodeManagedFields(managedFieldsOf(object) ?? []).values()].map((entry) => ({
    who: entry.manager,
    operation: entry.operation,
    set: entry.set,
  }));

test('applying the same configuration changes nothing once what it empties has settled', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { maxLength: 4 }), configuration, async (writes, config) => {
      const once = await after([...writes, ['one', config, 'apply']]);
      const twice = frozen(await manager.apply(once, config, { manager: 'one', force: true }));
      // What is emptied by an apply may leave the managed fields with the next one.
      const settled = frozen(await manager.apply(twice, config, { manager: 'one' }));
      expect(await manager.apply(settled, config, { manager: 'one' })).toBe(settled);
      if (contains(once, config)) expect(twice).toBe(once);
    }),
  );
});

test('applied fields are set, and are owned by their applier', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 4 }), configuration, async (writes, config) => {
      const object = await manager.apply(await after(writes), config, { manager: 'one', force: true });
      const { metadata: _metadata, ...applied } = config;
      expect(contains(object, applied, { emptied: true })).toBe(true);
      const own = setsOf(object).find(({ who, operation }) => who === 'one' && operation === 'Apply');
      const expected = fieldSetOf(workloadType, applied)
        .paths()
        .filter(([head]) => head !== 'f:apiVersion' && head !== 'f:kind');
      expect(own?.set.paths() ?? []).toEqual(expected);
    }),
  );
});

/**
 * Whether every leaf of `part` is in `whole`; items are matched by name or value. With `emptied`, an empty map or list
 * in `part` also matches null or nothing: pruning leaves an emptied map as null and removes an emptied list.
 */
function contains(whole: JsonValue | undefined, part: JsonValue, { emptied = false } = {}): boolean {
  const isIn = (some: JsonValue | undefined, value: JsonValue) => contains(some, value, { emptied });
  if (emptied && (whole ?? null) === null && typeof part === 'object') return Object.keys(part ?? {}).length === 0;
  if (isJsonObject(part)) {
    return isJsonObject(whole) && Object.entries(part).every(([key, value]) => isIn(whole[key], value));
  }
  if (!Array.isArray(part)) return jsonEqual(whole, part);
  return (
    Array.isArray(whole) && (jsonEqual(whole, part) || part.every((item) => whole.some((some) => isIn(some, item))))
  );
}

test('fields that a manager drops are removed unless another manager owns them', async () => {
  await fc.assert(
    fc.asyncProperty(configuration, configuration, configuration, async (dropped, kept, other) => {
      const both = await after([
        ['one', dropped, 'apply'],
        ['two', other, 'apply'],
      ]);
      const result = await manager.apply(both, kept, { manager: 'one', force: true });
      const present = withDeclaredFields(fieldSetOf(workloadType, result), workloadType);
      const owned = fieldSetOf(workloadType, other).union(fieldSetOf(workloadType, kept));
      const last = setsOf(both).find(({ who }) => who === 'one')?.set;
      last?.forEachPath((path) => {
        if (!owned.has(path) && isLeaf(last, path) && !owned.paths().some((some) => startsWith(some, path))) {
          expect(present.has(path)).toBe(false);
        }
      });
      setsOf(result).forEach(({ set }) => {
        // The fields of an object do not include its empty lists, which an update may own.
        const missing = set.difference(present).paths();
        expect(missing.filter((path) => !isNamed(result, path))).toEqual([]);
      });
    }),
    { examples: [[workload({ spec: { tags: [] } }), workload({}), workload({})]] },
  );
});

/** Whether an object has the field at a path without list items. */
function isNamed(object: JsonObject, path: readonly string[]): boolean {
  const value = path.reduce<JsonValue | undefined>(
    (some, element) => (isJsonObject(some) && element.startsWith('f:') ? some[element.slice(2)] : undefined),
    object,
  );
  return value !== undefined;
}

function isLeaf(set: FieldSet, path: readonly string[]): boolean {
  return path.reduce((some, element) => some.child(element), set).elements.length === 0;
}

function startsWith(path: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((element, index) => path[index] === element);
}

test('without force a write of another manager is either refused or leaves all owners what they had', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 3 }), configuration, async (writes, config) => {
      const live = await after(writes);
      try {
        const object = await manager.apply(live, config, { manager: 'four' });
        const { 'four/Apply': _own, 'before-first-apply/Update': _unknown, ...others } = ownersOf(object);
        expect(others).toEqual(ownersOf(live));
      } catch (error) {
        expect(isConflict(error)).toBe(true);
      }
    }),
  );
});

test('managed fields can be read back as they were written, and stay few', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 6 }), async (writes) => {
      const object = await after(writes);
      const again = JSON.parse(JSON.stringify(object)) as JsonObject;
      expect(await manager.recordUpdate(again, again, { manager: 'reader' })).toBe(again);
      expect(managedFieldsOf(object)?.length ?? 0).toBeLessThanOrEqual(6);
    }),
  );
});
