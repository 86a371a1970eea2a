import { expect, it } from 'vitest';
import { allows } from './rbac.ts';

const question = { verb: 'get', group: '', resource: 'pods/log', name: 'web', namespace: 'a' };

it.each([
  [{ verbs: ['get'], apiGroups: [''], resources: ['pods/log'] }, true],
  [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }, true],
  [{ verbs: ['get'], apiGroups: [''], resources: ['*/log'] }, true],
  [{ verbs: ['get'], apiGroups: [''], resources: ['pods/log'], resourceNames: ['web'] }, true],
  [{ verbs: ['get'], apiGroups: [''], resources: ['pods/log'], resourceNames: ['db'] }, false],
  [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }, false],
  [{ verbs: ['get'], apiGroups: ['apps'], resources: ['pods/log'] }, false],
  [{ verbs: ['list'], apiGroups: [''], resources: ['pods/log'] }, false],
])('%j', (rule, isAllowed) => {
  expect(allows(rule, question)).toBe(isAllowed);
});
