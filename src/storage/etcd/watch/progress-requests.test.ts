import { describe, expect, test } from 'vitest';
import { ProgressRequests } from './progress-requests.js';

describe('requests for progress', () => {
  test('complete when everything up to them was received', () => {
    const requests = new ProgressRequests();
    requests.add(5n);
    expect([requests.take(4n), requests.take(6n), requests.take(7n)]).toEqual([undefined, 5n, undefined]);
  });

  test('that come quickly do not keep the first one waiting', () => {
    const requests = new ProgressRequests();
    for (const target of [5n, 7n, 9n]) requests.add(target);
    expect(requests.take(5n)).toBe(5n);
    expect(requests.target).toBe(9n);
    expect(requests.take(9n)).toBe(9n);
  });

  test('are completed together if possible', () => {
    const requests = new ProgressRequests();
    requests.add(5n);
    requests.add(7n);
    expect(requests.take(8n)).toBe(7n);
    expect(requests.target).toBeUndefined();
  });
});
