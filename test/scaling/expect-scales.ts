import { expect } from 'vitest';
import { isFull, slack } from './full.js';
import type { Measured, ScalingRequest, ScalingServer } from './scaling-server.js';

export interface ScalingCase {
  readonly name: string;
  /** A request with an input of that size. */
  readonly make: (size: number) => ScalingRequest;
  /** The limit of the input, or what fits into a request. */
  readonly upTo: number;
  /** What the answer to the largest one is; any of these. */
  readonly status: readonly number[];
  /** Milliseconds in which nobody else is served, where it is not possible to let them in sooner. */
  readonly stretch?: { readonly milliseconds: number; readonly because: string };
}

/** No request keeps the others waiting for longer. */
const maxStretch = 50;
/** Below this the collector and the compiler are measured. */
const noiseMilliseconds = 10;
/** Eight times the input takes 8 times as long if linear, about 11 times with n log n, 64 times if quadratic. */
const mostGrowth = 24;
/** Answers are for people: no request makes a larger one out of nothing. */
const maxAnswerBytes = 1024 * 1024;

/** Sends n/8 and n (all of n/8, n/4, n/2, n in the full suite): the time may not grow faster than n log n. */
export async function expectScales(server: ScalingServer, scaling: ScalingCase): Promise<void> {
  const shares = isFull ? [1 / 8, 1 / 4, 1 / 2, 1] : [1 / 8, 1];
  const measured: Measured[] = [];
  for (const share of shares) measured.push(await best(server, scaling, Math.ceil(scaling.upTo * share)));
  const [first, last] = [measured[0]!, measured.at(-1)!];
  const told = measured.map(({ milliseconds, stretch }) => `${milliseconds.toFixed(0)} (${stretch.toFixed(0)})`);
  const shown = `${scaling.name}: milliseconds (longest stretch) ${told.join(', ')}; ${last.status}: ${last.text.slice(0, 300)}`;
  expect(scaling.status, shown).toContain(last.status);
  expect(last.milliseconds, shown).toBeLessThan(mostGrowth * Math.max(first.milliseconds, noiseMilliseconds));
  expect(last.stretch, shown).toBeLessThan(slack * (scaling.stretch?.milliseconds ?? maxStretch));
  if (last.status >= 400) expect(last.bytes, shown).toBeLessThan(maxAnswerBytes);
}

/** Of some attempts, as code is compiled with the first ones. */
async function best(server: ScalingServer, { make, stretch }: ScalingCase, size: number): Promise<Measured> {
  const limit = stretch?.milliseconds ?? maxStretch;
  let shortest: Measured | undefined;
  for (let attempt = 0; attempt < 6; attempt++) {
    const measured = await server.send(make(size));
    if (!shortest || measured.stretch < shortest.stretch) shortest = measured;
    if (attempt > 0 && shortest.stretch < limit) break;
  }
  return shortest!;
}
