import { expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { DenyServiceExternalIPs } from './deny-service-external-ips.js';
import { refusal } from './plugin.test.support.js';

test.each<[string, string[] | undefined, string[] | undefined, boolean]>([
  ['no addresses', undefined, undefined, true],
  ['new addresses', undefined, ['192.0.2.1'], false],
  ['addresses that it had', ['192.0.2.1', '192.0.2.2'], ['192.0.2.2'], true],
  ['an address more', ['192.0.2.1'], ['192.0.2.1', '192.0.2.2'], false],
])('a service with %s', async (_what, before, after, isFine) => {
  const service = (externalIPs: string[] | undefined): JsonObject => ({
    metadata: { name: 's' },
    spec: externalIPs ? { externalIPs } : {},
  });
  const about = { resource: 'services', operation: 'UPDATE', old: service(before), object: service(after) } as const;
  expect(await refusal(new DenyServiceExternalIPs(), 'validate', about)).toBe(
    isFine ? undefined : '403 services "s" is forbidden: Use of external IPs is denied by admission control',
  );
});
