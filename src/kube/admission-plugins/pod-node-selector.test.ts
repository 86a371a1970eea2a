import { expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { admitted, known, refusal } from './plugin.test.support.js';
import { PodNodeSelector, readNodeSelectors } from './pod-node-selector.js';

const annotation = 'scheduler.alpha.kubernetes.io/node-selector';
const namespace = (name: string, selector?: string): JsonObject => ({
  metadata: { name, ...(selector !== undefined && { annotations: { [annotation]: selector } }) },
});

const configured = readNodeSelectors({
  podNodeSelectorPluginConfig: {
    clusterDefaultNodeSelector: 'tier=shared',
    strict: 'team=a, disk=fast',
    annotated: 'team=b,tier=own',
    wrong: 3,
  },
});
const plugin = new PodNodeSelector({
  selectors: configured,
  namespaces: known(
    namespace('plain'),
    namespace('empty', ''),
    namespace('annotated', 'team = b'),
    namespace('strict', 'team=a'),
    namespace('broken', 'a=b=c'),
    namespace('bad', '-=b'),
    namespace('worse', 'a=!'),
  ),
});

const conflict = '403 pods "p" is forbidden: pod node label selector conflicts with its namespace node label selector';
const foreign = '403 pods "p" is forbidden: pod node label selector labels conflict with its namespace whitelist';

test.each<[string, string, JsonObject | undefined, JsonObject | string | undefined]>([
  ['gets the default', 'plain', undefined, { tier: 'shared' }],
  ['keeps what it asks for', 'plain', { disk: 'fast' }, { tier: 'shared', disk: 'fast' }],
  ['gets nothing where the namespace says so', 'empty', undefined, undefined],
  ['gets what its namespace says', 'annotated', { tier: 'own' }, { team: 'b', tier: 'own' }],
  ['may not ask for other nodes than those of its namespace', 'annotated', { team: 'c' }, conflict],
  ['may not ask for other nodes than the default', 'plain', { tier: 'own' }, conflict],
  ['may ask for what its namespace may', 'strict', { disk: 'fast' }, { team: 'a', disk: 'fast' }],
  ['may ask for nothing else', 'strict', { disk: 'slow' }, foreign],
  ['is in no namespace that is known', 'gone', undefined, '500 Internal error occurred: namespace gone does not exist'],
  ['is in a namespace that cannot be read', 'broken', undefined, '500 invalid selector: [a b c]'],
  [
    'is in a namespace with a bad key',
    'bad',
    undefined,
    `500 <nil>: Invalid value: "-": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
  ],
  [
    'is in a namespace with a bad value',
    'worse',
    undefined,
    `500 [a]: Invalid value: "!": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
  ],
])('a pod %s', async (_what, name, nodeSelector, expected) => {
  const object = { metadata: { name: 'p' }, spec: nodeSelector ? { nodeSelector: { ...nodeSelector } } : {} };
  const about = { resource: 'pods', namespace: name, object };
  if (typeof expected === 'string') {
    expect(await refusal(plugin, 'admit', about)).toBe(expected);
    expect(await refusal(plugin, 'validate', about)).toBe(expected);
  } else {
    const { spec } = (await admitted(plugin, about)) as { spec: JsonObject };
    expect(spec['nodeSelector']).toEqual(expected);
    expect(await refusal(plugin, 'validate', about)).toBeUndefined();
  }
});

test('what is no configuration is none', () => {
  expect(readNodeSelectors(undefined).size).toBe(0);
  expect(readNodeSelectors([]).size).toBe(0);
  expect(readNodeSelectors({ podNodeSelectorPluginConfig: 'x' }).size).toBe(0);
  expect(readNodeSelectors({ PodNodeSelectorPluginConfig: { a: 'b=c' } })).toEqual(new Map([['a', 'b=c']]));
});
