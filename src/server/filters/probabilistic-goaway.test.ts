import { expect, test } from 'vitest';
import { ApiRequest } from '../http/index.js';
import { SampleServer } from '../sample-server.test.support.js';

test('some clients of HTTP/2 receive GOAWAY', async () => {
  const server = await SampleServer.start({ goawayChance: 1 });
  const calmer = await SampleServer.start();
  const isClosed = async ({ server: api }: SampleServer, protocol: 'HTTP/1.1' | 'HTTP/2.0') => {
    const transport = { protocol, remoteAddress: '', rawHeaders: [], hasBody: false, onClientGone: () => undefined };
    const request = new ApiRequest({ method: 'GET', target: '/version', headers: {} }, transport as never);
    return (await api.handle(request)).closeConnection === true;
  };
  expect([await isClosed(server, 'HTTP/2.0'), await isClosed(server, 'HTTP/1.1')]).toEqual([true, false]);
  expect(await isClosed(calmer, 'HTTP/2.0')).toBe(false);
  await server.close();
  await calmer.close();
});
