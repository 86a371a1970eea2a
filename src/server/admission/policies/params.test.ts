import { describe, expect, test } from 'vitest';
import { type JsonObject, labelsOf, metadataOf } from '../../../apimachinery/meta/index.js';
import { chooseParams, type ParamObjects } from './params.js';
import type { ParamRef } from './policy-spec.js';

const object = (namespace: string, name: string, labels: Record<string, string> = {}): JsonObject => ({
  metadata: { ...(namespace && { namespace }), name, labels },
});

function objectsOf(isNamespaced: boolean, ...objects: JsonObject[]): ParamObjects {
  const inNamespace = (namespace: string) => objects.filter((each) => (metadataOf(each).namespace ?? '') === namespace);
  return {
    isNamespaced,
    ready: async () => undefined,
    get: (namespace, name) => inNamespace(namespace).find((each) => metadataOf(each).name === name),
    list: (namespace, selector) => inNamespace(namespace).filter((each) => selector.matches(labelsOf(each))),
  };
}

const namespaced = objectsOf(true, object('a', 'x', { team: 'red' }), object('a', 'y'), object('b', 'x'));
const ofCluster = objectsOf(false, object('', 'x'));

describe('a binding chooses', () => {
  test.each<[string, ParamObjects | undefined, ParamRef | undefined, string[] | string]>([
    ['nothing, where the policy has no parameters', undefined, { name: 'x' }, ['none']],
    ['nothing, where it refers to none', namespaced, undefined, ['none']],
    ['one of the namespace of the request', namespaced, { name: 'x' }, ['a/x']],
    ['one of another namespace', namespaced, { name: 'x', namespace: 'b' }, ['b/x']],
    ['one of the cluster', ofCluster, { name: 'x' }, ['/x']],
    ['all that have labels', namespaced, { selector: { matchLabels: { team: 'red' } } }, ['a/x']],
    ['all, where the selector is empty', namespaced, { selector: {} }, ['a/x', 'a/y']],
    ['none that is not there', namespaced, { name: 'z', parameterNotFoundAction: 'Allow' }, []],
    [
      'none that must be there',
      namespaced,
      { name: 'z', parameterNotFoundAction: 'Deny' },
      'no params found for policy binding with `Deny` parameterNotFoundAction',
    ],
    [
      'none of the cluster in a namespace',
      ofCluster,
      { name: 'x', namespace: 'a' },
      'paramRef.namespace must not be provided for a cluster-scoped `paramKind`',
    ],
  ])('%s', async (_what, objects, reference, expected) => {
    const choosing = chooseParams(objects, reference, 'a');
    if (typeof expected === 'string') await expect(choosing).rejects.toThrow(expected);
    else expect((await choosing).map(nameOf)).toEqual(expected);
  });

  test('none by the namespace of what is in none', async () => {
    await expect(chooseParams(namespaced, { name: 'x' }, '')).rejects.toThrow(
      'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
    );
  });
});

function nameOf(params: JsonObject | null): string {
  if (!params) return 'none';
  const { namespace = '', name } = metadataOf(params);
  return `${namespace}/${name}`;
}
