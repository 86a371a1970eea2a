import { expect } from 'vitest';
import { isFull, slack } from './full.js';
import type { Measured, ScalingRequest, ScalingServer } from './scaling-server.js';

export interface ScalingCase {
  readonly name: string;
  /** Returns a request with an input of this size. */
  readonly make: (size: number) => ScalingRequest;
  /** The limit of the input, or what fits into a request. */
  readonly upTo: number;
  /** The accepted statuses for the largest input. */
  readonly status: readonly number[];
}

/** The longest that a request may block the event loop, in milliseconds. */
const maxStretch = 50;
/** Shorter times measure garbage collection and compilation. */
const noiseMilliseconds = 10;
/** Eight times the input takes 8 times as long if linear, about 11 times with n log n, 64 times if quadratic. */
const mostGrowth = 24;
/** Error responses are for people: no request may amplify into a larger one. */
const maxResponseBytes = 1024 * 1024;

/** Sends n/8 and n (n/8, n/4, n/2, n in the full suite): the time must not grow faster than n log n. */
export async function expectScales(server: ScalingServer, scaling: ScalingCase): Promise<void> {
  const shares = isFull ? [1 / 8, 1 / 4, 1 / 2, 1] : [1 / 8, 1];
  const measured: Measured[] = [];
  for (const share of shares) measured.push(await best(server, scaling, Math.ceil(scaling.upTo * share)));
  const [first, last] = [measured[0]!, measured.at(-1)!];
  const reported = measured.map(({ milliseconds, stretch }) => `${milliseconds.toFixed(0)} (${stretch.toFixed(0)})`);
  const shown = `${scaling.name}: milliseconds (longest stretch) ${reported.join(', ')}; ${last.status}: ${last.text.slice(0, 300)}`;
  if (isFull) console.log(shown.slice(0, shown.indexOf(';')));
  expect(scaling.status, shown).toContain(last.status);
  expect(last.milliseconds, shown).toBeLessThan(mostGrowth * Math.max(first.milliseconds, noiseMilliseconds));
  expect(last.stretch, shown).toBeLessThan(slack * maxStretch);
  if (last.status >= 400) expect(last.bytes, shown).toBeLessThan(maxResponseBytes);
}

/** The best of several attempts, because the first ones include compilation. */
async function best(server: ScalingServer, { make }: ScalingCase, size: number): Promise<Measured> {
  let shortest: Measured | undefined;
  for (let attempt = 0; attempt < 6; attempt++) {
    const measured = await server.send(make(size));
    if (!shortest || measured.stretch < shortest.stretch) shortest = measured;
    if (attempt > 0 && shortest.stretch < maxStretch) break;
  }
  return shortest!;
}
