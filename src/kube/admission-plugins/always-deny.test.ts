import { expect, test } from 'vitest';
import { AlwaysDeny } from './always-deny.js';
import { refusal } from './plugin.test.support.js';

test('AlwaysDeny refuses everything', async () => {
  const plugin = new AlwaysDeny();
  const expected = '403 leases.coordination.k8s.io "l" is forbidden: admission control is denying all modifications';
  const about = { resource: 'leases.coordination.k8s.io', object: { metadata: { name: 'l' } } };
  expect(await refusal(plugin, 'admit', about)).toBe(expected);
  expect(await refusal(plugin, 'validate', { ...about, operation: 'DELETE' })).toBe(expected);
});
