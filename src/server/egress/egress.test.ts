import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HttpClient } from '../../client/http/index.js';
import { generateKeyPair, privateKeyPem, signCertificate } from '../http/index.js';
import { MetricsRegistry } from '../metrics/index.js';
import { Backend } from '../proxy/index.js';
import { EgressSelector, readEgressConfiguration } from './index.js';
import { startConnectProxy, startTunnelServer } from './proxies.test.support.js';

const head = { apiVersion: 'apiserver.k8s.io/v1beta1', kind: 'EgressSelectorConfiguration' };

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'trestle-egress-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

async function target(): Promise<number> {
  const server = createServer((request, response) => {
    request.on('data', () => {});
    request.on('end', () => response.end(`hello ${request.url}`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function selectorOf(connection: object, metrics = new MetricsRegistry()): EgressSelector {
  const selections = [{ name: 'Cluster', connection }];
  return new EgressSelector(
    readEgressConfiguration(JSON.stringify({ ...head, egressSelections: selections })),
    metrics,
  );
}

/** What a backend and a client answer that connect through the selector. */
async function throughProxy(selector: EgressSelector, port: number): Promise<readonly string[]> {
  const dial = selector.dialer('cluster');
  const backend = new Backend({ dial });
  const address = { host: 'inside.example.com', port, scheme: 'http' } as const;
  const headers = ['host', 'inside.example.com'];
  const response = await backend.send(address, { method: 'GET', target: '/backend', headers });
  const client = new HttpClient({ dial, timeoutMilliseconds: 5000 });
  const other = await client.get(new URL(`http://inside.example.com:${port}/client`));
  backend.retire();
  client.close();
  return [await textOf(response), other.body.toString()];
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe('an egress selector', () => {
  it('connects through a proxy on a unix socket, and counts it', async () => {
    const socketPath = join(directory(), 'proxy.sock');
    const [proxy, port] = [await startConnectProxy({ socketPath }), await target()];
    const metrics = new MetricsRegistry();
    const uds = { udsName: socketPath };
    const selector = selectorOf({ proxyProtocol: 'HTTPConnect', transport: { uds } }, metrics);
    expect(await throughProxy(selector, port)).toEqual(['hello /backend', 'hello /client']);
    expect(proxy.dialed).toEqual([`inside.example.com:${port}`, `inside.example.com:${port}`]);
    const text = metrics.expose();
    expect(text).toContain('apiserver_egress_dialer_dial_start_total{protocol="http_connect",transport="uds"} 2');
    expect(text).toContain('dial_duration_seconds_count{protocol="http_connect",transport="uds"} 2');
  });

  it('connects through a proxy with TLS, whose name may be overridden', async () => {
    const folder = directory();
    const validFrom = new Date(Date.now() - 86_400_000);
    const validity = { validFrom, validUntil: new Date(Date.now() + 86_400_000) };
    const issuer = { subject: { commonName: 'ca' }, keys: generateKeyPair() };
    const sign = (commonName: string, use: Parameters<typeof signCertificate>[0]['use']) => {
      const keys = use === 'authority' ? issuer.keys : generateKeyPair();
      const subject = { commonName };
      const cert = signCertificate({ subject, publicKey: keys.publicKey, issuer, ...validity, use });
      return { cert, key: privateKeyPem(keys) };
    };
    const ca = sign('ca', 'authority');
    const server = sign('proxy.example.com', { serverNames: ['proxy.example.com'] });
    const client = sign('client', 'client');
    for (const [name, text] of Object.entries({ ca: ca.cert, cert: client.cert, key: client.key })) {
      writeFileSync(join(folder, name), text);
    }
    const proxy = await startConnectProxy({ tls: { key: server.key, cert: server.cert, ca: ca.cert } });
    const port = await target();
    const files = { caBundle: join(folder, 'ca'), clientCert: join(folder, 'cert'), clientKey: join(folder, 'key') };
    const connection = (tlsServerName: string) => {
      const tcp = { url: `https://127.0.0.1:${proxy.port}`, tlsConfig: { ...files, tlsServerName } };
      return { proxyProtocol: 'HTTPConnect', transport: { tcp } };
    };
    const named = selectorOf(connection('proxy.example.com'));
    expect(await throughProxy(named, port)).toEqual(['hello /backend', 'hello /client']);
    const metrics = new MetricsRegistry();
    await expect(throughProxy(selectorOf(connection('other.example.com'), metrics), port)).rejects.toThrow();
    expect(metrics.expose()).toContain('failure_count{protocol="http_connect",stage="connect",transport="tcp"} 1');
  });

  it('connects through a konnectivity server', async () => {
    const socketPath = join(directory(), 'konnectivity.sock');
    const [server, port] = [await startTunnelServer(socketPath), await target()];
    const selector = selectorOf({ proxyProtocol: 'GRPC', transport: { uds: { udsName: socketPath } } });
    expect(await throughProxy(selector, port)).toEqual(['hello /backend', 'hello /client']);
    expect(server.dialed).toEqual([`inside.example.com:${port}`, `inside.example.com:${port}`]);
  });

  it('reports that a proxy refuses', async () => {
    const folder = directory();
    const [one, other] = [join(folder, 'a.sock'), join(folder, 'b.sock')];
    await startConnectProxy({ socketPath: one });
    await startTunnelServer(other);
    const address = { host: 'refused.example.com', port: 1 };
    const metrics = new MetricsRegistry();
    const connect = selectorOf({ proxyProtocol: 'HTTPConnect', transport: { uds: { udsName: one } } }, metrics);
    await expect(connect.dialer('cluster')!(address)).rejects.toThrow(
      `proxy error from ${one} while dialing refused.example.com:1, code 403: 403 Forbidden`,
    );
    expect(metrics.expose()).toContain('failure_count{protocol="http_connect",stage="proxy",transport="uds"} 1');
    const grpc = selectorOf({ proxyProtocol: 'GRPC', transport: { uds: { udsName: other } } });
    await expect(grpc.dialer('cluster')!(address)).rejects.toThrow('no route');
  });

  it('has no dialer for networks that are direct, or not configured', () => {
    const selector = selectorOf({ proxyProtocol: 'Direct' });
    expect([selector.dialer('cluster'), selector.dialer('etcd')]).toEqual([undefined, undefined]);
  });
});

describe('an egress configuration', () => {
  const uds = { udsName: 'a' };

  it.each<[object, string]>([
    [{ name: 'cluster', connection: { proxyProtocol: 'Direct', transport: {} } }, 'config must be absent for direct'],
    [{ name: 'cluster', connection: { proxyProtocol: 'HTTPConnect' } }, 'transport must be set for HTTPConnect'],
    [{ name: 'cluster', connection: { proxyProtocol: 'GRPC', transport: {} } }, 'UDS must be set with GRPC'],
    [
      { name: 'cluster', connection: { proxyProtocol: 'SOCKS' } },
      'service.connection.protocol: Unsupported value: "SOCKS"',
    ],
    [
      { name: 'cluster', connection: { proxyProtocol: 'HTTPConnect', transport: { uds, tcp: { url: 'http://a' } } } },
      'TCP and UDS cannot both be set',
    ],
    [
      { name: 'cluster', connection: { proxyProtocol: 'HTTPConnect', transport: { uds: { udsName: '' } } } },
      'must be present for UDS connections',
    ],
    [
      { name: 'cluster', connection: { proxyProtocol: 'HTTPConnect', transport: { tcp: { url: 'ftp://a' } } } },
      'supported connection protocols are http:// and https://',
    ],
    [
      { name: 'cluster', connection: { proxyProtocol: 'HTTPConnect', transport: { tcp: { url: 'https://a' } } } },
      'TLSConfig must be present when using HTTPS',
    ],
    [
      { name: 'master', connection: { proxyProtocol: 'Direct' } },
      'Unsupported value: "master": supported values: "cluster"',
    ],
  ])('with %j is refused', (selection, problem) => {
    const text = JSON.stringify({ ...head, egressSelections: [selection] });
    expect(() => readEgressConfiguration(text)).toThrow(problem);
  });

  it('with a name twice, or an unknown field, is refused', () => {
    const selection = { name: 'etcd', connection: { proxyProtocol: 'Direct' } };
    const twice = JSON.stringify({ ...head, egressSelections: [selection, selection] });
    expect(() => readEgressConfiguration(twice)).toThrow('service.connection[1]: Duplicate value: "etcd"');
    expect(() => readEgressConfiguration(JSON.stringify({ ...head, x: 1 }))).toThrow('unknown field "x"');
  });
});
