import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';

/**
 * The address at which others reach a server that binds to this one: the machine's first address if it binds to all of
 * them, or to one that others cannot reach.
 */
export function defaultAddress(bindAddress: string): string {
  if (!isOfThisMachine(bindAddress)) return bindAddress;
  const addresses = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const outside = addresses.filter(({ internal }) => !internal);
  return (outside.find(({ family }) => family === 'IPv4') ?? outside[0])?.address ?? '127.0.0.1';
}

/** Whether it means all addresses of the machine, or one that others cannot reach. */
function isOfThisMachine(bindAddress: string): boolean {
  return ['0.0.0.0', '::', '', '::1'].includes(bindAddress) || bindAddress.startsWith('127.');
}

const routeFiles = ['/proc/net/route', '/proc/net/ipv6_route'] as const;

/**
 * Why a server that binds to this address cannot be reached by others, in kube-apiserver's words: the machine has no
 * default route. Undefined: it can, or the system does not say.
 */
export function unreachableProblem(bindAddress: string, read: ReadText = readText): string | undefined {
  if (!isOfThisMachine(bindAddress)) return undefined;
  const [routes, laterRoutes] = routeFiles.map(read);
  if (routes === undefined) return undefined;
  if (hasDefaultRoute(routes) || hasDefaultRouteV6(laterRoutes ?? '')) return undefined;
  const problem = `no default routes found in "${routeFiles[0]}" or "${routeFiles[1]}"`;
  const remedy = 'Try to set the AdvertiseAddress directly or provide a valid BindAddress to fix this.';
  return `unable to find suitable network address.error='${problem}'. ${remedy}`;
}

type ReadText = (file: string) => string | undefined;

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Columns: interface, destination, gateway, flags, three counters, mask. */
function hasDefaultRoute(routes: string): boolean {
  return rowsOf(routes).some(([, destination, , , , , , mask]) => destination === '00000000' && mask === '00000000');
}

/** Columns: destination, its prefix length, source, its prefix length, gateway. */
function hasDefaultRouteV6(routes: string): boolean {
  return rowsOf(routes).some(([destination = '', length, , , gateway = '']) => {
    return isZero(destination) && length === '00' && gateway !== '' && !isZero(gateway);
  });
}

function isZero(hex: string): boolean {
  return /^0+$/.test(hex);
}

function rowsOf(table: string): string[][] {
  return table.split('\n').map((line) => line.trim().split(/\s+/));
}
