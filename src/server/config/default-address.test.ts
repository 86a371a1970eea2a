import { expect, it } from 'vitest';
import { unreachableProblem } from './default-address.js';

const head = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\n';
const local = `${head}eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\n`;
const withDefault = `${local}eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\n`;
const zeros = '0'.repeat(32);
const gateway = 'fe800000000000000000000000000001';
const v6 = `${zeros} 00 ${zeros} 00 ${gateway} 00000400 00000001 00000000 00000003     eth0\n`;
const v6Unreachable = `${zeros} 00 ${zeros} 00 ${zeros} ffffffff 00000001 00000000 00200200       lo\n`;

it.each<[string, string, string | undefined, string | undefined, boolean]>([
  ['a default route', '127.0.0.1', withDefault, undefined, true],
  ['a default route of IPv6', '::', local, v6, true],
  ['local routes only', '0.0.0.0', local, v6Unreachable, false],
  ['no routes', '', head, '', false],
  ['no routes, but an address that others reach', '192.0.2.7', head, '', true],
  ['no such files', '127.0.0.1', undefined, undefined, true],
])('with %s, %j is reachable: %#', (_, address, routes, laterRoutes, isReachable) => {
  const read = (file: string) => (file === '/proc/net/route' ? routes : laterRoutes);
  const expected =
    'unable to find suitable network address.error=\'no default routes found in "/proc/net/route" or "/proc/net/ipv6_route"\'. ' +
    'Try to set the AdvertiseAddress directly or provide a valid BindAddress to fix this.';
  expect(unreachableProblem(address, read)).toBe(isReachable ? undefined : expected);
});
