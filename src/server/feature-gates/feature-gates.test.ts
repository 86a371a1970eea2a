import { describe, expect, it } from 'vitest';
import { FeatureGates, type FeatureGateTable, InvalidFeatureGates, parseFeatureSettings } from './index.js';

const gates = {
  New: { stages: ['1.36 alpha off'] },
  Growing: { stages: ['1.33 alpha off', '1.35 beta off', '1.36 beta on'] },
  Settled: { stages: ['1.30 beta on', '1.34 GA on locked'], effect: 'implemented' },
  Old: { stages: ['1.0 GA on', '1.34 deprecated off'] },
  Child: { stages: ['1.36 alpha off'], dependsOn: ['New', 'Growing'] },
} satisfies FeatureGateTable;

const at = (minor: number) => ({
  emulation: { major: 1, minor },
  minCompatibility: { major: 1, minor: Math.max(33, minor - 1) },
});

function make(settings = '', minor = 36): FeatureGates {
  return new FeatureGates({ gates, version: at(minor), settings: parseFeatureSettings(settings.split(',')) });
}

function problems(settings: string, minor?: number): readonly string[] {
  try {
    make(settings, minor);
  } catch (error) {
    if (error instanceof InvalidFeatureGates) return error.problems;
    throw error;
  }
  return [];
}

describe('feature gates', () => {
  it.each<[string, string, number, Record<string, boolean>]>([
    ['have the defaults of the release', '', 36, { New: false, Growing: true, Settled: true, Old: false }],
    ['have the defaults of an older release', '', 33, { New: false, Growing: false, Settled: true, Old: true }],
    ['can be set', 'New=true,Growing=0', 36, { New: true, Growing: false }],
    ['have the last of several settings', 'New=true,New=F', 36, { New: false }],
    ['can be set by their maturity', 'AllAlpha=true', 36, { New: true, Child: true, Growing: true }],
    ['of a maturity can be set otherwise', 'AllBeta=false,Growing=true', 36, { OpenAPIEnums: false, Growing: true }],
    ['of a maturity are those of the release', 'AllBeta=true', 35, { New: false, Growing: true, Settled: true }],
    [
      'do not change with others of their maturity if they are set',
      'New=false,AllAlpha=t,Child=false',
      36,
      { New: false },
    ],
    ['that are locked can be set to their default', 'Settled=true', 36, { Settled: true }],
    ['include those of the generic server', '', 36, { APIResponseCompression: true, OpenAPIEnums: true }],
  ])('%s', (_name, settings, minor, expected) => {
    const features = make(settings, minor);
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, features.isEnabled(name)]))).toEqual(expected);
  });

  it.each<[string, number, string[]]>([
    ['Nothing=true,Settled=false', 36, ['unrecognized feature gate: Nothing']],
    ['Settled=false', 36, ['cannot set feature gate Settled to false, feature is locked to true']],
    ['Settled=false', 33, []],
    [
      'New=true,Settled=false',
      34,
      [
        'cannot set feature gate New to true, feature is PreAlpha at emulated version 1.34, min compatibility version 1.33',
        'cannot set feature gate Settled to false, feature is locked to true',
      ],
    ],
    ['Child=true', 36, ['Child is enabled, but depends on features that are disabled: [New]']],
    ['Child=true,AllBeta=false', 36, ['Child is enabled, but depends on features that are disabled: [New Growing]']],
    ['Child=true,New=true', 36, []],
  ])('%s at 1.%d: %j', (settings, minor, expected) => expect(problems(settings, minor)).toEqual(expected));

  it.each([
    ['New', 'missing bool value for New'],
    [' New =y', 'invalid value of New=y, err: strconv.ParseBool: parsing "y": invalid syntax'],
    ['New=', 'invalid value of New=, err: strconv.ParseBool: parsing "": invalid syntax'],
  ])('are not set by %j', (settings, problem) => expect(() => make(settings)).toThrow(new Error(problem)));

  it('that is not registered cannot be read, and none can be registered twice', () => {
    expect(() => make().isEnabled('Nothing')).toThrow('feature "Nothing" is not registered in FeatureGate');
    expect(() => new FeatureGates({ gates: { OpenAPIEnums: gates.New } })).toThrow(
      'feature gate "OpenAPIEnums" already exists',
    );
  });

  it('can include more, at their defaults, whatever else is set', () => {
    const more = { Later: { stages: ['1.34 beta on'] }, New: gates.New } satisfies FeatureGateTable;
    const features = make('New=true').including(more);
    expect([features.isEnabled('New'), features.isEnabled('Later')]).toEqual([true, true]);
    expect(features.including(more)).toBe(features);
    expect(make('', 33).including(more).isEnabled('Later')).toBe(false);
  });

  it('are described by what can be changed about them', () => {
    const described = (minor: number) =>
      make('', minor)
        .describe()
        .filter((line) => /^(?:AllAlpha|AllBeta|New|Growing|Settled|Old)=/.test(line));
    expect(described(36)).toEqual([
      'AllAlpha=true|false (ALPHA - default=false)',
      'AllBeta=true|false (BETA - default=false)',
      'Growing=true|false (BETA - default=true)',
      'New=true|false (ALPHA - default=false)',
    ]);
    expect(described(33).slice(2)).toEqual([
      'Growing=true|false (ALPHA - default=false)',
      'Settled=true|false (BETA - default=true)',
    ]);
  });

  it('report what is set, and its effects', () => {
    const state = (name: string) =>
      make('Growing=true')
        .states()
        .find((state) => state.name === name);
    expect(state('Growing')).toMatchObject({ isEnabled: true, isSet: true, effect: undefined });
    expect(state('Settled')).toMatchObject({ isEnabled: true, isSet: false, effect: 'implemented' });
    expect(
      make('', 34)
        .states()
        .map(({ name }) => name),
    ).not.toContain('New');
  });
});
