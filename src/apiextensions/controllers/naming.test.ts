import { describe, expect, it } from 'vitest';
import type { DefinitionNames } from '../definition/index.js';
import { definitionOf, now } from '../definitions.test.support.js';
import { NameRegistry } from './name-registry.js';
import { decideNames } from './naming.js';

const wanted: DefinitionNames = {
  plural: 'widgets',
  singular: 'widget',
  shortNames: ['wd'],
  kind: 'Widget',
  listKind: 'WidgetList',
  categories: ['all'],
};
const nothing: DefinitionNames = { plural: '', kind: '' };
const others: DefinitionNames = { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' };

/** Decides the names of a definition in a group where another definition has accepted names. */
function decide(names: DefinitionNames, { taken = others, had = nothing, group = 'example.com' } = {}) {
  const registry = new NameRegistry();
  registry.claim('taken', 'example.com', taken);
  registry.claim('mine', group, had);
  const status = decideNames(definitionOf({ spec: { group, names }, status: { acceptedNames: had } }), registry, now);
  const [condition] = status.conditions ?? [];
  return {
    accepted: status.acceptedNames,
    condition: condition && [condition.status, condition.reason, condition.message],
  };
}

const noConflicts = ['True', 'NoConflicts', 'no conflicts found'];

describe('names', () => {
  it('that are not taken are accepted', () => {
    expect(decide(wanted)).toEqual({ accepted: wanted, condition: noConflicts });
  });

  it('that are taken in another group are accepted', () => {
    expect(decide(wanted, { taken: wanted, group: 'other.com' })).toEqual({ accepted: wanted, condition: noConflicts });
  });

  it('that a definition has already are not looked at again', () => {
    expect(decide(wanted, { had: wanted, taken: wanted })).toEqual({ accepted: wanted, condition: undefined });
  });

  it('may change while others stay', () => {
    const changed = { ...wanted, shortNames: ['wd', 'wdg'], categories: [] };
    expect(decide(changed, { had: wanted })).toEqual({ accepted: changed, condition: noConflicts });
  });

  it('may be one and the same', () => {
    const fish = { ...wanted, plural: 'fish', singular: 'fish' };
    expect(decide(fish).accepted).toEqual(fish);
  });

  it.each<
    [what: string, taken: Partial<DefinitionNames>, reason: string, message: string, lost: (keyof DefinitionNames)[]]
  >([
    ['plural', { plural: 'widgets' }, 'PluralConflict', '"widgets" is already in use', ['plural']],
    ['plural that is a singular', { singular: 'widgets' }, 'PluralConflict', '"widgets" is already in use', ['plural']],
    ['singular', { shortNames: ['widget'] }, 'SingularConflict', '"widget" is already in use', ['singular']],
    ['short name', { plural: 'wd' }, 'ShortNamesConflict', '"wd" is already in use', ['shortNames']],
    ['kind', { kind: 'Widget' }, 'KindConflict', '"Widget" is already in use', ['kind']],
    [
      'kind of lists that is a kind',
      { kind: 'WidgetList' },
      'ListKindConflict',
      '"WidgetList" is already in use',
      ['listKind'],
    ],
    [
      'everything: the last is reported',
      wanted,
      'ListKindConflict',
      '"WidgetList" is already in use',
      ['plural', 'singular', 'shortNames', 'kind', 'listKind'],
    ],
  ])('conflict in the %s', (_what, taken, reason, message, lost) => {
    const { accepted, condition } = decide(wanted, { taken: { ...others, ...taken } });
    const kept = Object.entries(wanted).filter(([name]) => !lost.includes(name as keyof DefinitionNames));
    expect(condition).toEqual(['False', reason, message]);
    expect(accepted).toEqual({ ...nothing, ...Object.fromEntries(kept) });
  });

  it('that are in conflict leave a definition those that it had', () => {
    const changed = { ...wanted, kind: 'Gadget', shortNames: ['gadget', 'wd', 'gadgets'] };
    const { accepted, condition } = decide(changed, { had: wanted });
    expect(accepted).toEqual(wanted);
    expect(condition).toEqual(['False', 'KindConflict', '"Gadget" is already in use']);
  });

  it('of which several are in conflict are listed', () => {
    const { condition } = decide({ ...wanted, shortNames: ['gadget', 'gadgets', 'gadget'] });
    expect(condition?.[2]).toBe('["gadget" is already in use, "gadgets" is already in use]');
  });
});

describe('definitions that wait for a name', () => {
  it('is reported when it is released, by a change or by a deletion', () => {
    const registry = new NameRegistry();
    registry.claim('first', 'example.com', wanted);
    registry.claim('second', 'example.com', nothing);
    registry.setWaiting('second', 'example.com', { isWaiting: true });
    registry.setWaiting('elsewhere', 'other.com', { isWaiting: true });
    expect(registry.claim('first', 'example.com', wanted)).toEqual([]);
    expect(registry.claim('first', 'example.com', { ...wanted, kind: 'Changed' })).toEqual(['second']);
    expect([
      registry.isTaken('example.com', 'kinds', 'Widget'),
      registry.isTaken('example.com', 'kinds', 'Changed'),
    ]).toEqual([false, true]);
    expect(registry.remove('first', 'example.com')).toEqual(['second']);
    expect(registry.isTaken('example.com', 'resources', 'widgets')).toBe(false);
    registry.setWaiting('second', 'example.com', { isWaiting: false });
    expect(registry.remove('second', 'example.com')).toEqual([]);
  });

  it('does not get a name that is given back once and held twice', () => {
    const registry = new NameRegistry();
    const fish = { ...wanted, plural: 'fish', singular: 'fish' };
    registry.claim('fish', 'example.com', fish);
    registry.claim('fish', 'example.com', { ...fish, singular: 'one' });
    expect(registry.isTaken('example.com', 'resources', 'fish')).toBe(true);
  });
});
