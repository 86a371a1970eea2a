import { describe, expect, test } from 'vitest';
import { pathAccess, resourceAccess } from '../../server/authorization/index.js';
import { parseRule } from './bootstrap/index.js';
import { ruleAllows } from './policy-rule.js';
import { describeRules, missingRules } from './rule-cover.js';

describe('a rule', () => {
  const pods = { verb: 'get', resource: 'pods' };
  test.each<[string, Parameters<typeof resourceAccess>[0], boolean]>([
    ['get core pods', pods, true],
    ['get core pods', { ...pods, verb: 'list' }, false],
    ['get core pods', { ...pods, apiGroup: 'apps' }, false],
    ['get core pods', { ...pods, subresource: 'log' }, false],
    ['get core pods/log', pods, false],
    ['get core pods/log', { ...pods, subresource: 'log' }, true],
    ['get core */log', { ...pods, subresource: 'log' }, true],
    ['get core */log', pods, false],
    ['* * *', { ...pods, apiGroup: 'apps', subresource: 'log' }, true],
    ['get core pods a,b', { ...pods, name: 'b' }, true],
    ['get core pods a,b', { ...pods, name: 'c' }, false],
    ['get core pods a,b', pods, false],
    ['* *', pods, false],
  ])('%s on %o: %s', (rule, requested, allowed) => {
    expect(ruleAllows(parseRule(rule), resourceAccess(requested))).toBe(allowed);
  });

  test.each([
    ['get /healthz', 'get', '/healthz', true],
    ['get /healthz', 'get', '/healthz/ping', false],
    ['get /healthz/*', 'get', '/healthz/ping', true],
    ['get /healthz/*', 'get', '/healthz', false],
    ['get *', 'get', '/anything', true],
    ['get *', 'post', '/anything', false],
    ['* * *', 'get', '/healthz', false],
  ])('%s on %s %s: %s', (rule, verb, path, allowed) => {
    expect(ruleAllows(parseRule(rule), pathAccess(verb, path))).toBe(allowed);
  });
});

describe('rights that are not held', () => {
  const missing = (owned: string[], wanted: string[]): string =>
    describeRules(missingRules(owned.map(parseRule), wanted.map(parseRule)));

  test.each<[string[], string[], string]>([
    [['get,list core pods'], ['get core pods'], ''],
    [['* * *'], ['get core pods/log a', 'delete apps deployments'], ''],
    [['get core pods', 'list core pods'], ['get,list core pods'], ''],
    [['get core */log'], ['get core pods/log'], ''],
    [['get core pods a'], ['get core pods'], '{APIGroups:[""], Resources:["pods"], Verbs:["get"]}'],
    [['get core pods a'], ['get core pods a'], ''],
    [
      ['get core pods'],
      ['get,list,watch core pods,secrets'],
      '{APIGroups:[""], Resources:["pods"], Verbs:["list" "watch"]}\n{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list" "watch"]}',
    ],
    [['get core pods'], ['get core pods b'], ''],
    [
      ['get core pods a'],
      ['get core pods b'],
      '{APIGroups:[""], Resources:["pods"], ResourceNames:["b"], Verbs:["get"]}',
    ],
    [['get /a/*'], ['get /a/b', 'get /b'], '{NonResourceURLs:["/b"], Verbs:["get"]}'],
    [['get *'], ['get /a/*'], ''],
  ])('by %j of %j', (owned, wanted, described) => {
    expect(missing(owned, wanted)).toBe(described);
  });

  test('of a rule with very many combinations are reported without delay', () => {
    const many = Array.from({ length: 2000 }, (_, index) => `x${index}`).join(',');
    const [owned, wanted] = [[parseRule('get core pods')], [parseRule(`${many} ${many} ${many} ${many}`)]];
    expect(missingRules(owned, wanted)).toEqual(wanted);
    expect(missingRules([parseRule('* * *')], wanted)).toEqual([]);
  });
});
