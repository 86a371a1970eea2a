// Measures how the time of a function grows with its input. Shared by the unit tests of scans and by the scaling suite.
import { performance } from 'node:perf_hooks';
import { expect } from 'vitest';
import { mean, measureSlowness, type Slowness, startStopwatch } from './machine-speed.test.support.js';

export interface GrowthCase<Input> {
  /** Creates an input of this size, in the unit of the input's limit. Not measured. */
  readonly make: (size: number) => Input;
  /** The measured function. Throwing counts as completing: rejecting an input must be as fast as reading it. */
  readonly run: (input: Input) => unknown;
  /** The largest size, which is the limit of such an input; the others are a half, a quarter and an eighth of it. */
  readonly upTo?: number;
  /** Time limit for the largest size, in milliseconds of a usual machine. */
  readonly within?: number;
  /** Replaces the measurement of the machine's speed. */
  readonly slowness?: () => Slowness;
}

interface Measurement {
  readonly size: number;
  readonly milliseconds: number;
}

const shares = [1 / 8, 1 / 4, 1 / 2, 1];
const attempts = 3;
/** Shorter times are dominated by the clock and the garbage collector. */
const noiseMilliseconds = 1;
/** Eight times the input takes 8 times as long if linear, about 11 times for n log n, 64 times if quadratic. */
const mostGrowth = 24;

/**
 * Fails if the time grows faster than n log n, or the largest input exceeds its time limit. Noise only makes runs
 * slower: the shortest of several runs counts, divided by how slow the machine was before and after them, and a failure
 * must occur in each of several attempts.
 */
export async function expectLinear<Input>(name: string, growth: GrowthCase<Input>): Promise<void> {
  let finding: string | undefined;
  for (let attempt = 0; attempt < attempts; attempt++) {
    finding = await findSuperlinear(growth);
    if (finding === undefined) return;
  }
  expect.fail(`${name}: ${finding}`);
}

/** Returns a description of the failure; undefined: none. Stops at the first size that takes too long. */
async function findSuperlinear<Input>(growth: GrowthCase<Input>): Promise<string | undefined> {
  const { make, run, upTo = 65_536, within = 50, slowness = measureSlowness } = growth;
  await shortestRun(run, make(Math.ceil(upTo / 16)));
  const measured: Measurement[] = [];
  for (const share of shares) {
    const size = Math.ceil(upTo * share);
    const input = make(size);
    const before = slowness();
    const shortest = await shortestRun(run, input);
    const milliseconds = shortest / mean(before.cpu, slowness().cpu);
    measured.push({ size, milliseconds });
    if (milliseconds > within) return `takes longer than ${within} ms: ${describe(measured)}`;
  }
  return grewTooFast(measured) ? `the time grows faster than n log n: ${describe(measured)}` : undefined;
}

function grewTooFast(measured: readonly Measurement[]): boolean {
  const [first, last] = [measured[0]!.milliseconds, measured.at(-1)!.milliseconds];
  return last > noiseMilliseconds && last > mostGrowth * Math.max(first, noiseMilliseconds / mostGrowth);
}

function describe(measured: readonly Measurement[]): string {
  return measured.map(({ size, milliseconds }) => `${size} in ${milliseconds.toFixed(3)} ms`).join(', ');
}

/** Short runs are repeated more often than long ones, because noise affects them more. */
async function shortestRun<Input>(run: (input: Input) => unknown, input: Input): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  const began = performance.now();
  for (let runs = 0; runs < 3 || (runs < 25 && performance.now() - began < 10); runs++) {
    shortest = Math.min(shortest, await timed(run, input));
    if (performance.now() - began > 1000) break;
  }
  return shortest;
}

/** CPU time in milliseconds, so that other processes do not count. */
async function timed<Input>(run: (input: Input) => unknown, input: Input): Promise<number> {
  const elapsed = startStopwatch();
  try {
    const result = run(input);
    if (result instanceof Promise) await result;
  } catch {
    // The input was rejected.
  }
  return elapsed().cpu;
}

export interface TextGrowth {
  /** Prefixes and suffixes, so that a parser gets as far as the repeated part. */
  readonly around?: readonly (readonly [before: string, after: string])[];
  /** Repeated texts, in addition to the standard ones. */
  readonly repeated?: readonly string[];
  readonly upTo?: number;
  readonly within?: number;
}

const repeatedPieces = [
  ...' \t\n\r09aZ_-.,;:=/\\"\'`()[]{}<>*?!&%@#$|~+^é\u{1f600}',
  ...[
    'a.',
    'a,',
    'a/',
    'a=',
    'a-',
    'a ',
    'a:',
    'a;',
    'a&',
    ', ',
    '; ',
    '00 ',
    '1s',
    '0m',
    '1.',
    '%41',
    '%4',
    '::',
    '()',
    '{}',
  ],
  ...[
    '[]',
    '\\"',
    '\\n',
    '[0]',
    '.a',
    ',=',
    'a=b,',
    'a=b;',
    ' a',
    '//',
    '/*',
    '${',
    '&&',
    '||',
    '""',
    "''",
    'a!=b,',
    '-----',
  ],
];
const plainly: NonNullable<TextGrowth['around']> = [
  ['', ''],
  ['a', '!'],
  ['0', 'x'],
  ['"', ''],
];
/** A quadratic parser cannot process this many characters in this time. */
const screening = { size: 32_768, milliseconds: 5 };

/** Tests a parser with runs of many kinds of characters, ignoring its results. Measures those that are not fast. */
export async function expectLinearText(name: string, read: (text: string) => unknown, growth: TextGrowth = {}) {
  const { around = plainly, repeated = [], upTo, within } = growth;
  for (const [before, after] of around) {
    for (const piece of [...repeatedPieces, ...repeated]) {
      const make = (size: number) => `${before}${piece.repeat(Math.ceil(size / piece.length))}${after}`;
      if ((await timed(read, make(screening.size))) < screening.milliseconds) continue;
      const bounds = { ...(upTo !== undefined && { upTo }), ...(within !== undefined && { within }) };
      const what = JSON.stringify(`${before}${piece}…${after}`);
      await expectLinear(`${name} of ${what}`, { make, run: read, ...bounds });
    }
  }
}
