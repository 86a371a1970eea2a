import { networkInterfaces } from 'node:os';

/**
 * The address at which others reach a server that binds to this one: the machine's first address if it binds to all of
 * them, or to one that others cannot reach.
 */
export function defaultAddress(bindAddress: string): string {
  if (!['0.0.0.0', '::', '', '::1'].includes(bindAddress) && !bindAddress.startsWith('127.')) return bindAddress;
  const addresses = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const outside = addresses.filter(({ internal }) => !internal);
  return (outside.find(({ family }) => family === 'IPv4') ?? outside[0])?.address ?? '127.0.0.1';
}
