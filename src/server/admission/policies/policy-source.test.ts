import { expect, test } from 'vitest';
import { type JsonObject, metadataOf } from '../../../apimachinery/meta/index.js';
import { type Policy, PolicySource } from './policy-source.js';

/** Policies or bindings that tests can change. */
class Objects {
  readonly #byName = new Map<string, JsonObject>();
  changes = 0;

  put(name: string, spec: JsonObject): void {
    this.#byName.set(name, { metadata: { name }, spec });
    this.changes++;
  }

  remove(name: string): void {
    this.#byName.delete(name);
    this.changes++;
  }

  ready(): undefined {}

  get({ name }: { name: string }): JsonObject | undefined {
    return this.#byName.get(name);
  }

  all(): Iterable<JsonObject> {
    return this.#byName.values();
  }
}

function started() {
  const [policies, bindings] = [new Objects(), new Objects()];
  const compiled: string[] = [];
  const kept: string[][] = [];
  const source = new PolicySource({
    policies,
    bindings,
    findNamespace: () => undefined,
    params: {
      of: async () => {
        throw new Error('none');
      },
      keepOnly: (kinds) => kept.push(kinds.map(({ kind }) => kind)),
    },
    compile: (policy) => {
      compiled.push(metadataOf(policy).name!);
      return policy;
    },
  });
  const current = () => source.current() as readonly Policy<JsonObject>[];
  const bound = () => current().map(({ name, bindings }) => `${name}: ${bindings.map((each) => each.name)}`);
  return { policies, bindings, compiled, kept, current, bound };
}

test('only policies that are bound are in force, by their names', () => {
  const { policies, bindings, bound } = started();
  expect(bound()).toEqual([]);
  policies.put('b', {});
  policies.put('a', {});
  policies.put('unbound', {});
  bindings.put('z', { policyName: 'a' });
  bindings.put('y', { policyName: 'a' });
  bindings.put('x', { policyName: 'b' });
  bindings.put('lonely', { policyName: 'c' });
  expect(bound()).toEqual(['a: y,z', 'b: x']);
  policies.put('c', {});
  bindings.remove('x');
  expect(bound()).toEqual(['a: y,z', 'c: lonely']);
});

test('a policy is compiled when it is first needed, and when it has changed', () => {
  const { policies, bindings, compiled, current } = started();
  policies.put('a', {});
  policies.put('b', {});
  for (const name of ['a', 'b']) bindings.put(name, { policyName: name });
  current();
  expect(compiled).toEqual([]);
  const rules = () => current().map((policy) => policy.rules);
  expect(rules()).toEqual(rules());
  bindings.put('c', { policyName: 'b' });
  rules();
  expect(compiled).toEqual(['a', 'b']);
  policies.put('b', {});
  rules();
  expect(compiled).toEqual(['a', 'b', 'b']);
});

test('nothing is made while nothing changes', () => {
  const { policies, bindings, current } = started();
  policies.put('a', {});
  bindings.put('a', { policyName: 'a' });
  expect(current()).toBe(current());
});

test('only kinds of parameters that are used are followed', () => {
  const { policies, bindings, kept, current } = started();
  policies.put('a', { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } });
  bindings.put('a', { policyName: 'a' });
  current();
  bindings.remove('a');
  current();
  expect(kept).toEqual([['ConfigMap'], []]);
});
