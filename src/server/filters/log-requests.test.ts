import { expect, test } from 'vitest';
import { ApiRequest } from '../http/index.js';
import { Logger, LogWriter } from '../logging/index.js';
import { RequestContext } from '../request-context.js';
import { requestInfoOf } from '../routing/index.js';
import { logIfSlow } from './log-requests.js';

/** What is logged of a request that took this long. */
async function logged(
  milliseconds: number,
  { user, verbosity = 0 }: { user?: string; verbosity?: number } = { user: 'jane' },
): Promise<string> {
  let text = '';
  const writer = new LogWriter(async (some) => {
    text += some;
  });
  const log = new Logger({ writer, format: 'json', verbosity });
  const transport = { protocol: 'HTTP/2.0', remoteAddress: '10.0.0.1' };
  const line = { method: 'GET', target: '/api/v1/namespaces/a/pods?limit=5', headers: { 'user-agent': 'me' } };
  const context = new RequestContext(new ApiRequest(line, transport as never));
  context.info = requestInfoOf('GET', '/api/v1/namespaces/a/pods', context.request);
  context.auditId = 'id-1';
  if (user !== undefined) context.user = { name: user, groups: [] };
  logIfSlow(log, context, milliseconds);
  await log.flush();
  return text;
}

test('a slow request is logged with its target and duration', async () => {
  expect(JSON.parse(await logged(1612.3456)).msg).toBe(
    'Trace: "LIST" audit-id:id-1,client:10.0.0.1,protocol:HTTP/2.0,resource:pods,scope:namespace,url:/api/v1/namespaces/a/pods,user-agent:me,verb:LIST (total time: 1.612s)',
  );
});

test.each([
  ['a request that is not slow', 500, { user: 'jane' }],
  ['a request of the server itself', 1612, { user: 'system:apiserver' }],
])('%s is not logged', async (_, milliseconds, options) => {
  expect(await logged(milliseconds, options)).toBe('');
});

test('requests of the server itself are logged with --v=2', async () => {
  expect(await logged(1612, { user: 'system:apiserver', verbosity: 2 })).toContain('Trace:');
});

test('a request that was answered before it was authenticated may be slow, too', async () => {
  expect(await logged(1612, {})).toContain('Trace:');
});
