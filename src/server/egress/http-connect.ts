// Follows staging/src/k8s.io/apiserver/pkg/server/egressselector/egress_selector.go (v1.36)

import { request } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DialAddress } from '../../apimachinery/dial/index.js';
import { joinHostPort } from '../proxy/index.js';

/** Has a proxy connect to an address. `connection`: an open connection to the proxy, which `proxy` names in errors. */
export function httpConnect(connection: Duplex, proxy: string, { host, port }: DialAddress): Promise<Duplex> {
  const address = joinHostPort(host, port);
  return new Promise((resolve, reject) => {
    const fail = (problem: string): void => {
      connection.destroy();
      reject(new Error(problem));
    };
    const connecting = request({
      method: 'CONNECT',
      path: address,
      headers: { host: '127.0.0.1' },
      createConnection: () => connection,
    });
    connecting.on('error', (error) =>
      fail(`reading HTTP response from CONNECT to ${address} via proxy ${proxy} failed: ${error.message}`),
    );
    connecting.on('connect', ({ statusCode, statusMessage }, _, head: Buffer) => {
      const text = `${statusCode} ${statusMessage}`;
      if (statusCode !== 200) fail(`proxy error from ${proxy} while dialing ${address}, code ${statusCode}: ${text}`);
      else if (head.length > 0) fail(`unexpected ${head.length} bytes of buffered data from CONNECT proxy "${proxy}"`);
      else resolve(connection);
    });
    connecting.on('response', ({ statusCode, statusMessage }) => {
      const text = `${statusCode} ${statusMessage}`;
      fail(`proxy error from ${proxy} while dialing ${address}, code ${statusCode}: ${text}`);
    });
    connecting.end();
  });
}
