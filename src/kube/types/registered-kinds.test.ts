import { expect, test } from 'vitest';
import { registeredKinds } from './registered-kinds.js';

test.each([
  ['v1', 'Pod', 'core.Pod'],
  ['v1', 'PodList', 'core.PodList'],
  ['events.k8s.io/v1', 'Event', 'core.Event'],
  ['rbac.authorization.k8s.io/v1', 'Role', 'rbac.Role'],
  ['apps/v1beta1', 'Deployment', 'apps.Deployment'],
  ['apps/v1beta2', 'ReplicaSetList', 'apps.ReplicaSetList'],
  ['extensions/v1beta1', 'Deployment', 'apps.Deployment'],
  ['extensions/v1beta1', 'Ingress', 'networking.Ingress'],
  ['extensions/v1beta1', 'Scale', 'autoscaling.Scale'],
  ['policy/v1beta1', 'EvictionList', undefined],
  ['apps/v1', 'Pod', undefined],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition', undefined],
  ['example.com/v1', 'Pod', undefined],
])('%s %s is called %s', (apiVersion, kind, type) => {
  expect(registeredKinds.internalTypeOf(apiVersion, kind)).toBe(type);
});
