import { expect, test } from 'vitest';
import { ApiRequest } from '../http/index.js';
import { Logger, LogWriter } from '../logging/index.js';
import { RequestContext } from '../request-context.js';
import { requestInfoOf } from '../routing/index.js';
import { logSlow } from './log-requests.js';

test('a slow request is logged with its target and duration', async () => {
  let text = '';
  const writer = new LogWriter(async (some) => {
    text += some;
  });
  const log = new Logger({ writer, format: 'json' });
  const transport = { protocol: 'HTTP/2.0', remoteAddress: '10.0.0.1' };
  const line = { method: 'GET', target: '/api/v1/namespaces/a/pods?limit=5', headers: { 'user-agent': 'me' } };
  const context = new RequestContext(new ApiRequest(line, transport as never));
  context.info = requestInfoOf('GET', '/api/v1/namespaces/a/pods', context.request);
  context.auditId = 'id-1';
  logSlow(log, context, 1612.3456);
  await log.flush();
  expect(JSON.parse(text).msg).toBe(
    'Trace: "LIST" audit-id:id-1,client:10.0.0.1,protocol:HTTP/2.0,resource:pods,scope:namespace,url:/api/v1/namespaces/a/pods,user-agent:me,verb:LIST (total time: 1.612s)',
  );
});
