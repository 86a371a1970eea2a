import type { Endpoint } from '../../server/proxy/index.js';

/** Whom requests below `…/proxy` are for. */
export interface ProxyLocation {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  /** A number, or the name of a service that everybody knows; empty for that of the scheme. */
  readonly port: string;
}

const wellKnownPorts: Readonly<Record<string, number>> = { http: 80, https: 443 };

/** Throws where the port is none, in the words of Go's dialer. */
export function endpointAt({ scheme, host, port }: ProxyLocation): Endpoint {
  const known = Object.hasOwn(wellKnownPorts, port || scheme) ? wellKnownPorts[port || scheme] : undefined;
  if (known !== undefined) return { scheme, host, port: known };
  if (!/^\d+$/.test(port)) throw new Error(`dial tcp: lookup tcp/${port}: unknown port`);
  if (Number(port) > 65_535) throw new Error(`dial tcp: address ${port}: invalid port`);
  return { scheme, host, port: Number(port) };
}

/** As it stands in URLs. */
export function hostText({ host, port }: ProxyLocation): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return port === '' ? name : `${name}:${port}`;
}
