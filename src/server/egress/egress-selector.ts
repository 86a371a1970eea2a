// Follows staging/src/k8s.io/apiserver/pkg/server/egressselector/egress_selector.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/egressselector/metrics/metrics.go (v1.36)

import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect as connectSocket, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { systemClock } from '../../apimachinery/clock/index.js';
import type { Dial } from '../../apimachinery/dial/index.js';
import { trustedRoots } from '../../apimachinery/pem/index.js';
import { traced } from '../../apimachinery/tracing/index.js';
import { egressMetrics, type MetricsRegistry } from '../metrics/index.js';
import type { EgressSelection, TlsConfig } from './egress-configuration.js';
import { dialTunnel } from './grpc-tunnel.js';
import { httpConnect } from './http-connect.js';

/** Connects to a proxy, then has it connect to an address. */
interface Route {
  readonly protocol: 'http_connect' | 'grpc';
  readonly transport: 'tcp' | 'uds';
  /** Resolves when there is a connection to the proxy. */
  connect(): Promise<Dial>;
}

/** Opens the connections to each network as configured. */
export class EgressSelector {
  readonly #dialers = new Map<string, Dial>();

  /** Throws if a file of the configuration cannot be used. */
  constructor(selections: readonly EgressSelection[], metrics: MetricsRegistry) {
    for (const selection of selections) {
      const route = routeOf(selection);
      if (route) this.#dialers.set(selection.name.toLowerCase(), measured(route, metrics));
    }
  }

  /** Returns undefined if connections to the network are direct. */
  dialer(network: string): Dial | undefined {
    return this.#dialers.get(network);
  }
}

function routeOf({ protocol, transport }: EgressSelection): Route | undefined {
  if (protocol === 'Direct' || !transport) return undefined;
  const { tcp, uds } = transport;
  if (protocol === 'GRPC') {
    return { protocol: 'grpc', transport: 'uds', connect: async () => throughTunnel(uds!.name) };
  }
  if (uds) {
    const connect = async () => through(await opened(connectSocket(uds.name), 'connect'), uds.name);
    return { protocol: 'http_connect', transport: 'uds', connect };
  }
  const { hostname, port, host } = new URL(tcp!.url);
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (tcp!.tls ? 443 : 80)) };
  const tls = tcp!.tls && tlsOptions(tcp!.tls, address.host);
  const connect = async () => {
    const opening = tls
      ? opened(connectTls({ ...address, ...tls }), 'secureConnect')
      : opened(connectSocket(address), 'connect');
    return through(await opening, host);
  };
  return { protocol: 'http_connect', transport: 'tcp', connect };
}

function through(connection: Duplex, proxy: string): Dial {
  return (address) => httpConnect(connection, proxy, address);
}

const largestRandom = 2 ** 47;

function throughTunnel(socket: string): Dial {
  return (address) => dialTunnel(socket, address, randomInt(largestRandom));
}

function tlsOptions({ caBundle, clientCert, clientKey, tlsServerName }: TlsConfig, host: string) {
  return {
    cert: readFileSync(clientCert),
    key: readFileSync(clientKey),
    ...(caBundle && trustedRoots(readFileSync(caBundle))),
    servername: tlsServerName || (isIP(host) === 0 ? host : ''),
  };
}

function opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => {
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

function measured(route: Route, metrics: MetricsRegistry): Dial {
  const { protocol, transport } = route;
  const labels = { protocol, transport };
  const failed = (stage: 'connect' | 'proxy'): void =>
    metrics
      .counter(egressMetrics.failures)
      .with({ ...labels, stage })
      .increment();
  const name = `Proxy via ${protocol} protocol over ${transport}`;
  return (address) =>
    traced({ name, attributes: { address: `${address.host}:${address.port}` } }, async () => {
      const begin = systemClock.monotonic();
      metrics.counter(egressMetrics.starts).with(labels).increment();
      const dial = await route.connect().catch((error) => {
        failed('connect');
        throw error;
      });
      const connection = await dial(address).catch((error) => {
        failed('proxy');
        throw error;
      });
      metrics
        .histogram(egressMetrics.duration)
        .with(labels)
        .observe((systemClock.monotonic() - begin) / 1000);
      return connection;
    });
}
