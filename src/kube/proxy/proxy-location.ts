import type { BackendAddress } from '../../server/proxy/index.js';

/** The backend of a `…/proxy` request. */
export interface ProxyLocation {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  /** A number or a well-known service name; empty: the default port of the scheme. */
  readonly port: string;
}

const wellKnownPorts: Readonly<Record<string, number>> = { http: 80, https: 443 };

/** Throws if the port is invalid, with the message of Go's dialer. */
export function addressAt({ scheme, host, port }: ProxyLocation): BackendAddress {
  const known = Object.hasOwn(wellKnownPorts, port || scheme) ? wellKnownPorts[port || scheme] : undefined;
  if (known !== undefined) return { scheme, host, port: known };
  if (!/^\d+$/.test(port)) throw new Error(`dial tcp: lookup tcp/${port}: unknown port`);
  if (Number(port) > 65_535) throw new Error(`dial tcp: address ${port}: invalid port`);
  return { scheme, host, port: Number(port) };
}

/** Formatted for URLs. */
export function hostText({ host, port }: ProxyLocation): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return port === '' ? name : `${name}:${port}`;
}
