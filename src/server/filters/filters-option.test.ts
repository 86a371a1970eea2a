import { afterEach, expect, test } from 'vitest';
import { SampleServer } from '../sample-server.test.support.js';
import type { Filter } from './index.js';

const fischers = '/apis/wardle.example.com/v1/fischers';

let server: SampleServer | undefined;
afterEach(() => server?.close());

const start = async (filters: (defaults: readonly Filter[]) => readonly Filter[]): Promise<SampleServer> => {
  server = await SampleServer.start({ filters });
  return server;
};

test('the default filters have unique names, in the order in which they run', async () => {
  let names: string[] = [];
  await start((defaults) => {
    names = defaults.map(({ name }) => name);
    return defaults;
  });
  expect(names).toEqual([
    'setResponseHeaders',
    'recoverFromPanics',
    'resolveRequestInfo',
    'observeRequests',
    'limitRequest',
    'enforceDeadline',
    'authenticate',
    'impersonate',
    'limitInFlight',
    'authorize',
  ]);
});

test('a filter that is added sees requests on their way in, and responses on their way out', async () => {
  const seen: unknown[] = [];
  const recorder: Filter = {
    name: 'recorder',
    async handle({ info, user }, next) {
      seen.push(`${user.name} ${info.verb} ${info.resource}`);
      const response = await next();
      seen.push(response.status);
      return { ...response, headers: { ...response.headers, 'x-recorded': 'yes' } };
    },
  };
  const { headers } = await (await start((defaults) => [...defaults, recorder])).call('GET', fischers);
  expect(seen).toEqual(['system:anonymous list fischers', 200]);
  expect(headers['x-recorded']).toBe('yes');
});

test('a default filter can be removed', async () => {
  const denying = { authorize: async () => ({ decision: 'deny' as const, reason: 'never' }) };
  server = await SampleServer.start({
    authorizer: denying,
    filters: (defaults) => defaults.filter(({ name }) => name !== 'authorize'),
  });
  expect((await server.call('GET', fischers)).status).toBe(200);
});

test('filters run in the order that they are returned in', async () => {
  const order: string[] = [];
  const named = (name: string): Filter => ({
    name,
    handle(_context, next) {
      order.push(name);
      return next();
    },
  });
  const started = await start((defaults) => [named('outermost'), ...defaults, named('innermost')]);
  await started.call('GET', fischers);
  expect(order).toEqual(['outermost', 'innermost']);
});
