import { expect, test } from 'vitest';
import { encodeJson } from '../../../apimachinery/codec/index.js';
import type { JsonObject } from '../../../apimachinery/meta/index.js';
import { conflict, StatusError } from '../../../apimachinery/status/index.js';
import { RestClient, type TransportRequest, type TransportResponse } from '../../../client/rest/index.js';
import { known, requestOf } from '../plugin.test.support.js';
import { QuotaEvaluators } from './evaluators/index.js';
import { NamespaceQuotas } from './namespace-quotas.js';
import { QuotaQueue } from './quota-queue.js';

const quota = (used: string, resourceVersion: string): JsonObject => ({
  metadata: { namespace: 'a', name: 'q', resourceVersion },
  status: { hard: { secrets: '5' }, used: { secrets: used } },
});
const evaluators = new QuotaEvaluators({
  deviceClasses: known(),
  claims: known(),
  findPod: async () => undefined,
  now: () => 0,
});
const evaluator = evaluators.of({ group: '', version: 'v1', resource: 'secrets' })!;
const object = { metadata: { name: 's' } };
const demand = { request: requestOf({ resource: 'secrets', object }), object, evaluator, limited: [] };
const responseOf = (status: number, body: JsonObject): TransportResponse =>
  ({ status, headers: {}, body: async () => encodeJson(body) }) as unknown as TransportResponse;

function queueWith(
  send: (request: TransportRequest) => Promise<TransportResponse>,
  signal = new AbortController().signal,
) {
  const client = new RestClient({ transport: { send, close: async () => undefined } });
  const quotasOf = (namespace: string) => new NamespaceQuotas(namespace, { quotas: known(quota('0', '1')), client });
  return new QuotaQueue({ quotasOf, deadline: () => signal });
}

const refused = (): TransportResponse => {
  const { status } = conflict({ group: '', resource: 'resourcequotas' }, 'q', 'it was changed');
  return responseOf(409, status as unknown as JsonObject);
};

test('usage that another server has recorded meanwhile counts', async () => {
  let stored = quota('4', '7');
  const queue = queueWith(async ({ method, body }) => {
    if (method === 'GET') return responseOf(200, stored);
    const sent = JSON.parse(String(body)) as JsonObject;
    const { resourceVersion } = sent['metadata'] as { resourceVersion: string };
    if (resourceVersion !== '7') return refused();
    stored = sent;
    return responseOf(200, sent);
  });
  const outcomes = await Promise.allSettled([queue.submit('a', demand), queue.submit('a', demand)]);
  expect(stored['status']).toMatchObject({ used: { secrets: '5' } });
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});

test('a request fails after four conflicts on a quota', async () => {
  let writes = 0;
  const queue = queueWith(async ({ method }) => {
    if (method === 'GET') return responseOf(200, quota('0', '1'));
    writes++;
    return refused();
  });
  await expect(queue.submit('a', demand)).rejects.toThrow('it was changed');
  expect(writes).toBe(4);
});

test('no request waits forever for a quota to be written', async () => {
  const controller = new AbortController();
  const queue = queueWith(() => {
    controller.abort();
    return new Promise(() => undefined);
  }, controller.signal);
  const problem = 'Internal error occurred: resource quota evaluation timed out';
  await expect(queue.submit('a', demand)).rejects.toThrow(
    expect.objectContaining({ name: StatusError.name, message: problem, code: 500 }),
  );
});
