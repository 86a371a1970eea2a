import { describe, expect, it } from 'vitest';
import { PendingDefinitions } from './pending-definitions.js';

/** Timers fire when the test says so. */
function manualClock() {
  const timers = new Set<() => void>();
  const after = (_: number, callback: () => void): (() => void) => {
    timers.add(callback);
    return () => timers.delete(callback);
  };
  return { after, timers };
}

function fireAll(timers: Iterable<() => void>): void {
  for (const fire of [...timers]) fire();
}

function waitingRequest(name: string, clock = manualClock()) {
  const pending = new PendingDefinitions(clock);
  const ended = new AbortController();
  return { pending, ended, clock, done: pending.changed(name, ended.signal) };
}

describe('a request for a definition without conditions', () => {
  it.each<[string, (request: ReturnType<typeof waitingRequest>) => void]>([
    ['the definition changes', ({ pending }) => pending.wake('widgets.example.com')],
    ['the request ends', ({ ended }) => ended.abort()],
    ['it has waited long enough', ({ clock }) => fireAll(clock.timers)],
  ])('waits until %s, and leaves no timer', async (_, happen) => {
    const request = waitingRequest('widgets.example.com');
    request.pending.wake('others.example.com');
    expect(request.clock.timers.size).toBe(1);
    happen(request);
    await request.done;
    expect(request.clock.timers.size).toBe(0);
  });
});
