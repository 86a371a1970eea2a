// How the time of a function grows with its input. Shared by the unit tests of scans and by the scaling suite.
import { performance } from 'node:perf_hooks';
import { expect } from 'vitest';

export interface GrowthCase<Input> {
  /** An input of this size, in whatever unit the limit of the input is stated. Not part of the time. */
  readonly make: (size: number) => Input;
  /** What is measured. A function that throws has ended too: the refusal of an input must be as fast as its reading. */
  readonly run: (input: Input) => unknown;
  /** The largest size, which is the limit of such an input; the others are a half, a quarter and an eighth of it. */
  readonly upTo?: number;
  /** The milliseconds that the largest size may take. */
  readonly within?: number;
}

interface Measurement {
  readonly size: number;
  readonly milliseconds: number;
}

const shares = [1 / 8, 1 / 4, 1 / 2, 1];
const attempts = 3;
/** Below this the clock and the collector are measured, not the function. */
const noiseMilliseconds = 1;
/** Eight times the input takes 8 times as long if linear, about 11 times with n log n, 64 times if quadratic. */
const mostGrowth = 24;

/**
 * Fails when the time grows faster than n log n, or the largest input takes longer than it may. A noisy machine only
 * makes things slower: the shortest of several runs counts, and a finding has to show in each of three attempts.
 */
export async function expectLinear<Input>(name: string, growth: GrowthCase<Input>): Promise<void> {
  let finding: string | undefined;
  for (let attempt = 0; attempt < attempts; attempt++) {
    finding = await findSuperlinear(growth);
    if (finding === undefined) return;
  }
  expect.fail(`${name}: ${finding}`);
}

/** What is wrong with the growth; undefined: nothing. Ends with the first size that takes too long. */
async function findSuperlinear<Input>(growth: GrowthCase<Input>): Promise<string | undefined> {
  const { make, run, upTo = 65_536, within = 50 } = growth;
  await shortestRun(run, make(Math.ceil(upTo / 16)));
  const measured: Measurement[] = [];
  for (const share of shares) {
    const size = Math.ceil(upTo * share);
    measured.push({ size, milliseconds: await shortestRun(run, make(size)) });
    if (measured.at(-1)!.milliseconds > within) return `takes longer than ${within} ms: ${describe(measured)}`;
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

/** Short runs are repeated more often than long ones: noise weighs more on them. */
async function shortestRun<Input>(run: (input: Input) => unknown, input: Input): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  const began = performance.now();
  for (let runs = 0; runs < 3 || (runs < 25 && performance.now() - began < 10); runs++) {
    shortest = Math.min(shortest, await timed(run, input));
    if (performance.now() - began > 1000) break;
  }
  return shortest;
}

/** The milliseconds of the processor, so that others on the machine do not count; of what waits, those of the clock. */
async function timed<Input>(run: (input: Input) => unknown, input: Input): Promise<number> {
  const [began, cpuBegan] = [performance.now(), process.cpuUsage()];
  let result: unknown;
  try {
    result = run(input);
    if (result instanceof Promise) await result;
  } catch {
    // Refused.
  }
  const waited = performance.now() - began;
  if (result instanceof Promise) return waited;
  const { user, system } = process.cpuUsage(cpuBegan);
  return Math.min(waited, (user + system) / 1000);
}

export interface TextGrowth {
  /** What texts begin and end with, so that a reader gets as far as the part that is repeated. */
  readonly around?: readonly (readonly [before: string, after: string])[];
  /** What is repeated, besides what every reader is tried with. */
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
/** No reader that is quadratic is done with so many characters in so little time. */
const screening = { size: 32_768, milliseconds: 5 };

/**
 * Tries a reader of texts with runs of many kinds of characters, whatever it makes of them. Those that are not done at once
 * are measured.
 */
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
