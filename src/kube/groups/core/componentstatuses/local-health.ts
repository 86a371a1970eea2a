// Follows pkg/registry/core/componentstatus/validator.go (v1.36)
// Follows pkg/probe/http/http.go (v1.36)

import { get } from 'node:https';
import type { ComponentState } from './componentstatuses.js';

const timeoutMilliseconds = 20_000;
const maxBody = 10 * 1024;

/** Checks the health of a component on this machine, with error messages as in Go. Its certificate is not verified. */
export function localHealth(port: number): Promise<ComponentState> {
  const address = `127.0.0.1:${port}`;
  const url = `https://${address}/healthz`;
  return new Promise((resolve) => {
    const fail = (message: string): void => resolve({ isHealthy: false, message });
    const request = get(url, { rejectUnauthorized: false, agent: false, timeout: timeoutMilliseconds }, (response) => {
      const { statusCode = 0 } = response;
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        if (body.length < maxBody) body += text;
      });
      response.once('error', (error) => fail(`Get "${url}": ${error.message}`));
      response.once('end', () => {
        if (statusCode >= 200 && statusCode < 400) resolve({ isHealthy: true, message: body });
        else fail(`HTTP probe failed with statuscode: ${statusCode}`);
      });
    });
    request.once('timeout', () => request.destroy(new Error('context deadline exceeded')));
    request.once('error', (error: NodeJS.ErrnoException) => {
      const isRefused = error.code === 'ECONNREFUSED';
      fail(`Get "${url}": ${isRefused ? `dial tcp ${address}: connect: connection refused` : error.message}`);
    });
  });
}
