import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryLimits } from '../routing/index.js';
import { SampleServer } from '../sample-server.test.support.js';
import { headerLimits } from './limit-request.js';

let server: SampleServer;
beforeAll(async () => {
  server = await SampleServer.start();
});
afterAll(() => server.close());

const fischers = '/apis/wardle.example.com/v1/fischers';
const limitsPage = readFileSync(new URL('../../../docs/limits.md', import.meta.url), 'utf8');
const rowsOf = (text: string): string[] => limitsPage.split('\n').filter((line) => line.includes(text));

describe.each(Object.entries(headerLimits))('the header %s', (name, limit) => {
  const call = (length: number) => server.call('GET', fischers, { headers: { [name]: 'x'.repeat(length) } });

  test('may be as long as its limit, and no longer', async () => {
    expect((await call(limit)).text).not.toContain('too long');
    const { status, json } = await call(limit + 1);
    expect([status, json]).toMatchObject([
      400,
      { kind: 'Status', message: `header "${name}" is too long: must be no more than ${limit} characters` },
    ]);
  });

  test('is in the table of limits', () => {
    expect(rowsOf(`\`${name}\``)).toEqual([expect.stringContaining(`| ${limit.toLocaleString('en')} `)]);
  });
});

describe.each([...queryLimits])('the parameter %s', (name, limit) => {
  // Gets a single object: a list with such a parameter may be a watch, which does not end.
  const call = (length: number) => server.call('GET', `${fischers}/a?${name}=${'x'.repeat(length)}`);

  test('may be as long as its limit, and no longer', async () => {
    expect((await call(limit)).text).not.toContain('too long: must be no more than');
    const { status, json } = await call(limit + 1);
    expect([status, json]).toMatchObject([
      400,
      { message: `query parameter "${name}" is too long: must be no more than ${limit} characters` },
    ]);
  });
});

test.each(['labelSelector', 'fieldSelector', 'shardSelector', 'continue'])('%s is in the table of limits', (name) => {
  const limit = queryLimits.get(name)!.toLocaleString('en');
  expect(rowsOf(`| \`${name}\``)).toEqual([expect.stringContaining(`| ${limit} `)]);
});

test('what is for a server behind this one has no limits', async () => {
  const { text } = await server.call('GET', `/api/v1/namespaces/a/services/b/proxy/?continue=${'x'.repeat(100_000)}`);
  expect(text).not.toContain('too long');
});

test.each([
  [256, 200],
  [257, 400],
])('a label selector of %i requirements is answered with %i', async (count, status) => {
  const selector = Array.from({ length: count }, (_, index) => `!a${index}`).join(',');
  const response = await server.call('GET', `${fischers}?labelSelector=${selector}`);
  expect(response.status).toBe(status);
  if (status === 400) {
    expect(response.json.message).toBe('labelSelector has too many requirements: must have at most 256');
  }
});

test.each([
  [10_000, 200],
  [10_001, 400],
])('a query of %i parameters is answered with %i', async (count, status) => {
  const response = await server.call('GET', `${fischers}?${Array(count).fill('a=').join('&')}`);
  expect(response.status).toBe(status);
});
