import { expect, test } from 'vitest';
import type { ClusterRole, PolicyRule } from '../../api/rbac/v1.js';
import { aggregateRules } from './aggregate-rules.js';

const reads = { apiGroups: [''], resources: ['pods'], verbs: ['get'] } as PolicyRule;
const writes = { apiGroups: [''], resources: ['pods'], verbs: ['update'] } as PolicyRule;

function role(name: string, labels: Record<string, string>, rules: PolicyRule[]): ClusterRole {
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name, labels }, rules };
}

function aggregated(rules: PolicyRule[], ...labels: Record<string, string>[]): ClusterRole {
  const clusterRoleSelectors = labels.map((matchLabels) => ({ matchLabels }));
  return { ...role('all', { part: 'yes' }, rules), aggregationRule: { clusterRoleSelectors } } as ClusterRole;
}

const parts = [
  role('b', { part: 'yes' }, [writes, reads]),
  role('a', { part: 'yes' }, [reads]),
  role('c', {}, [writes]),
];

test('rules are those of the selected roles, by name, each once', () => {
  expect(aggregateRules(aggregated([], { part: 'yes' }), parts)).toEqual([reads, writes]);
});

test('several selectors are tried in turn', () => {
  const more = [...parts, role('d', { other: 'yes' }, [writes])];
  expect(aggregateRules(aggregated([], { other: 'yes' }, { part: 'yes' }), more)).toEqual([writes, reads]);
});

test('nothing is to be done if they are there already, or the role is not aggregated', () => {
  expect(aggregateRules(aggregated([reads, writes], { part: 'yes' }), parts)).toBeUndefined();
  expect(aggregateRules(parts[0]!, parts)).toBeUndefined();
});

test('a role does not select itself', () => {
  const self = aggregated([reads], { part: 'yes' });
  expect(aggregateRules(self, [self])).toEqual([]);
});
