import { describe, expect, it } from 'vitest';
import { flagProblems, flagUsage, inGroup, parseFlags } from './index.js';

const table = {
  count: { type: 'int', default: 1, help: 'A number' },
  share: { type: 'float', default: 0.5, help: 'A share' },
  wait: { type: 'duration', default: 90_000, help: 'A time' },
  verbose: { type: 'bool', default: false, help: 'Say more' },
  'bind-address': { type: 'ip', default: '0.0.0.0', help: 'An address' },
  origins: { type: 'strings', default: ['a'], help: 'A list' },
  sizes: { type: 'ints', default: [], help: 'Numbers' },
  key: { type: 'stringArray', default: [], help: 'A list by repeating' },
  gates: { type: 'map', default: new Map(), help: 'Pairs' },
  parts: { type: 'multimap', default: new Map(), help: 'Pairs by component' },
  old: { type: 'string', default: '', help: 'Something', deprecated: 'use --key' },
  v: { type: 'int', short: 'v', default: 0, help: 'How much' },
} as const;

describe('a command line', () => {
  it.each<[string, string[], Record<string, unknown>]>([
    ['may be empty', [], { count: 1, verbose: false, origins: ['a'], gates: new Map() }],
    [
      'may have values after a space or an equals sign',
      ['--count', '3', '--wait=1h30m'],
      { count: 3, wait: 5_400_000 },
    ],
    ['may have negative values after a space', ['--count', '-3'], { count: -3 }],
    ['may have booleans without a value', ['--verbose', '--count=2'], { verbose: true, count: 2 }],
    ['may switch booleans off', ['--verbose=false'], { verbose: false }],
    ['does not take the word after a boolean for its value', ['--verbose', 'false'], { verbose: true }],
    ['counts the last of several values', ['--count=1', '--count=2'], { count: 2 }],
    ['collects lists, and replaces their default', ['--origins=b,c', '--origins', 'd'], { origins: ['b', 'c', 'd'] }],
    ['may have commas in quotes', ['--origins="b,c",d'], { origins: ['b,c', 'd'] }],
    ['keeps commas of repeated flags', ['--key=a,b', '--key=c'], { key: ['a,b', 'c'] }],
    ['collects numbers', ['--sizes=1,-2', '--sizes', '0x10'], { sizes: [1, -2, 16] }],
    ['may have an empty list', ['--origins='], { origins: [] }],
    [
      'collects pairs',
      ['--gates=A=true,B', '--gates', 'C=x=y'],
      {
        gates: new Map([
          ['A', 'true'],
          ['B', ''],
          ['C', 'x=y'],
        ]),
      },
    ],
    [
      'collects pairs with the same key',
      ['--parts=a:x=1,y', '--parts=,a: z:z'],
      {
        parts: new Map([
          ['a', ['x=1', 'z:z']],
          ['', ['y']],
        ]),
      },
    ],
    ['may have underscores in names', ['--bind_address=::1'], { 'bind-address': '::1' }],
    ['may have short names', ['-v', '3'], { v: 3 }],
    ['may have short names with the value attached', ['-v=4'], { v: 4 }],
  ])('%s', (_name, args, expected) => {
    const { values, errors } = parseFlags(table, args);
    expect(errors).toEqual([]);
    expect(values).toMatchObject(expected);
  });

  it('reports all problems at once', () => {
    const { errors } = parseFlags(table, [
      '--cuont=3',
      '--zzz',
      '--address=::1',
      '--__proto__=1',
      '--count=three',
      '--share=',
      '--wait=90',
      '--verbose=maybe',
      '--bind-address=localhost',
      '--old',
    ]);
    expect(errors).toEqual([
      'unknown flag: --cuont (did you mean --count?)',
      'unknown flag: --zzz',
      'unknown flag: --address (did you mean --bind-address?)',
      'unknown flag: ----proto--',
      'invalid argument "three" for "--count" flag: must be a whole number',
      'invalid argument "" for "--share" flag: must be a number',
      'invalid argument "90" for "--wait" flag: must be a duration such as 90s or 1h30m',
      'invalid argument "maybe" for "--verbose" flag: must be true or false',
      'invalid argument "localhost" for "--bind-address" flag: must be an IP address',
      'flag needs an argument: --old',
    ]);
  });

  it('is warned of what is deprecated, and says what was given', () => {
    const { warnings, given, positionals } = parseFlags(table, ['--old=x', 'word', '--count=1']);
    expect(warnings).toEqual(['Flag --old has been deprecated, use --key']);
    expect([...given]).toEqual(['old', 'count']);
    expect(positionals).toEqual(['word']);
  });
});

describe('arguments', () => {
  it.each([
    [['', '--count', '2', ''], []],
    [['', 'word'], ['unexpected argument "word"']],
  ])('%j have the problems %j', (args, problems) => {
    expect(flagProblems(table, parseFlags(table, args), () => [])).toEqual(problems);
  });
});

describe('the help text', () => {
  it('shows types and defaults, and the lines of options below', () => {
    const { wait, verbose, origins } = table;
    const usage = flagUsage({
      ...inGroup('misc', { wait, verbose }),
      ...inGroup('generic', { origins: { ...origins, options: () => ['x', 'y'] } }),
    });
    expect(usage).toBe(
      `Generic flags:

      --origins strings
                A list (default [a])
                x
                y

Misc flags:

      --verbose
                Say more
      --wait duration
                A time (default 1m30s)
`,
    );
  });
});
