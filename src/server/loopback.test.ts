import { expect, test } from 'vitest';
import { Loopback } from './loopback.js';

test('a controller does not wait for a server that ends', async () => {
  let isEnding = false;
  let calls = 0;
  const loopback = new Loopback('kube-apiserver/v1', { isEnding: () => isEnding });
  loopback.bind(async () => {
    calls++;
    isEnding = calls > 1;
    return { status: 503, headers: { 'retry-after': '0' }, body: Buffer.from('{}') };
  });
  await expect(loopback.client.object({ method: 'GET', target: '/api' })).rejects.toMatchObject({ code: 503 });
  expect(calls).toBe(2);
});
