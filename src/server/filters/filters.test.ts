import { describe, expect, test } from 'vitest';
import { SampleServer } from '../sample-server.test.support.js';
import { parseDuration } from './parse-duration.js';

describe('the timeout that a request asks for', () => {
  test.each([
    ['1s', 1000],
    ['1m30s', 90_000],
    ['1.5h', 5_400_000],
    ['500ms', 500],
    ['-1s', -1000],
    ['0', 0],
    ['', undefined],
    ['5', undefined],
    ['1x', undefined],
    ['s', undefined],
  ])('%s is %s milliseconds', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  test('is refused where it is none', async () => {
    const server = await SampleServer.start();
    const call = (timeout: string) => server.call('GET', `/apis/wardle.example.com/v1/fischers?timeout=${timeout}`);
    expect((await call('10s')).status).toBe(200);
    expect((await call('0s')).status).toBe(200);
    const { status, json } = await call('ten');
    expect([status, json.message]).toEqual([
      400,
      'invalid timeout specified in the request URL - time: invalid duration "ten"',
    ]);
    await server.close();
  });
});

test('what goes wrong inside is told as an internal error, and reported', async () => {
  const reported: unknown[] = [];
  const server = await SampleServer.start({
    admission: {
      mutate: async () => {
        throw new TypeError('a mistake');
      },
      validate: async () => undefined,
    },
    onError: (error) => reported.push(error),
  });
  const target = '/apis/wardle.example.com/v1/fischers';
  const { status, json } = await server.call('POST', target, { body: { metadata: { name: 'x' } } });
  expect([status, json.reason, reported.length]).toEqual([500, 'InternalError', 1]);
  await server.close();
});
