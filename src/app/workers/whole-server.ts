import { andThen } from '../../apimachinery/scheme/index.js';
import type { Filter } from '../../server/filters/index.js';
import type { ApiResponse, InjectedRequest } from '../../server/http/index.js';
import type { Logger } from '../../server/logging/index.js';
import { formatFloat } from '../../server/metrics/index.js';
import type { Peer } from './peer.js';
import { sumMetrics } from './sum-metrics.js';
import type { WorkerPool } from './worker-pool.js';

/** Requests about the server as a whole: its health, its metrics, its flags, and the verbosity of its logs. */
const isAboutServer = /^\/(?:(?:healthz|livez|readyz|metrics)(?:\/|$)|(?:statusz|flagz|debug\/flags\/v)$)/;

const maxBodyBytes = 1024;

/** An authorized request of this kind, from a worker to the owner. */
export interface ForwardedRequest {
  readonly method: string;
  readonly target: string;
  readonly accept: string | undefined;
  readonly body: string;
}

export interface ForwardedResponse {
  readonly status: number;
  readonly headers: ApiResponse['headers'];
  readonly body: string;
}

/** In a worker: lets the owner answer them. */
export function forwardToOwner(owner: Peer): Filter {
  return {
    name: 'forwardToOwner',
    handle: ({ info, request }, next) => {
      if (info.isResourceRequest || !isAboutServer.test(request.path)) return next();
      const forward = async (): Promise<ApiResponse> => {
        const { method, target, headers } = request;
        // Texts of metrics can be combined.
        const accept = request.path === '/metrics' ? undefined : headers['accept'];
        const sent = { method, target, accept, body: (await request.body(maxBodyBytes)).toString() };
        const { body, ...response } = await owner.call<ForwardedResponse>('request', sent);
        return { ...response, body: Buffer.from(body) };
      };
      return forward();
    },
  };
}

/** In the owner: a request of a worker, as it is injected. */
export function injectedRequest({ method, target, accept, body }: ForwardedRequest): InjectedRequest {
  return { method, target, headers: accept === undefined ? {} : { accept }, body: Buffer.from(body) };
}

/** In the owner: answers for all processes. */
export function answerForAll({ pool, log }: { pool: () => WorkerPool | undefined; log: Logger }): Filter {
  return {
    name: 'answerForAll',
    handle: ({ info, request }, next) => {
      const workers = info.isResourceRequest ? undefined : pool();
      if (!workers) return next();
      if (request.path === '/debug/flags/v') {
        return andThen(next(), (response) => {
          for (const peer of workers.peers) peer.notify('verbosity', log.verbosity);
          return response;
        });
      }
      if (request.path !== '/metrics') return next();
      if (request.method !== 'DELETE') return andThen(next(), (response) => summed(response, workers));
      return workers.callAll('reset-metrics').then(next);
    },
  };
}

async function summed(response: ApiResponse, workers: WorkerPool): Promise<ApiResponse> {
  const { body } = response;
  if (body === undefined || typeof body === 'function') return response;
  const own = await textOf(body);
  const others = await workers.callAll<string>('metrics');
  return { ...response, body: Buffer.from(sumMetrics([own, ...others], formatFloat)) };
}

async function textOf(body: Buffer | Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string> {
  if (Buffer.isBuffer(body)) return body.toString();
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
