import { describe, expect, test } from 'vitest';
import type { NamespaceCondition } from '../../api/core/v1.js';
import { type ContentReport, namespaceConditions } from './conditions.js';

const noon = Date.UTC(2030, 0, 1, 12);
const later = noon + 60_000;
const clean: ContentReport = { deletionFailures: [] };
const summaries = (conditions: readonly NamespaceCondition[]): string[] =>
  conditions.map(({ type, status, reason, message }) => `${type} ${status} ${reason}: ${message}`);

describe('the conditions of a namespace that is being deleted', () => {
  test('say that all is well', () => {
    expect(summaries(namespaceConditions([], clean, noon))).toEqual([
      'NamespaceDeletionDiscoveryFailure False ResourcesDiscovered: All resources successfully discovered',
      'NamespaceDeletionGroupVersionParsingFailure False ParsedGroupVersions: All legacy kube types successfully parsed',
      'NamespaceDeletionContentFailure False ContentDeleted: All content successfully deleted, may be waiting on finalization',
      'NamespaceContentRemaining False ContentRemoved: All content successfully removed',
      'NamespaceFinalizersRemaining False ContentHasNoFinalizers: All content-preserving finalizers finished',
    ]);
  });

  test('name what is left, in a stable order', () => {
    const report: ContentReport = {
      discoveryFailure: 'no answer',
      deletionFailures: ['b', 'a'],
      remaining: new Map([
        ['widgets.example.com', 2],
        ['pods.', 1],
      ]),
      remainingByFinalizer: new Map([['example.com/keep', 3]]),
    };
    const problems = summaries(namespaceConditions([], report, noon)).filter((text) => text.includes(' True '));
    expect(problems).toEqual([
      'NamespaceDeletionDiscoveryFailure True DiscoveryFailed: no answer',
      'NamespaceDeletionContentFailure True ContentDeletionFailed: Failed to delete all resource types, 2 remaining: a, b',
      'NamespaceContentRemaining True SomeResourcesRemain: Some resources are remaining: pods. has 1 resource instances, widgets.example.com has 2 resource instances',
      'NamespaceFinalizersRemaining True SomeFinalizersRemain: Some content in the namespace has finalizers remaining: example.com/keep in 3 resource instances',
    ]);
  });

  test('are the same list if nothing changed', () => {
    const first = namespaceConditions([], clean, noon);
    expect(namespaceConditions(first, clean, later)).toBe(first);
  });

  test('keep their transition time while the status stays, and conditions of others', () => {
    const other = { type: 'Other', status: 'True' } as unknown as NamespaceCondition;
    const report = (count: number): ContentReport => ({ ...clean, remaining: new Map([['pods.', count]]) });
    const first = namespaceConditions([other], report(2), noon);
    const second = namespaceConditions(first, report(1), later);
    const third = namespaceConditions(second, clean, later);
    const remaining = (conditions: readonly NamespaceCondition[]) =>
      conditions.find(({ type }) => type === 'NamespaceContentRemaining')?.lastTransitionTime;
    expect([first, second, third].map(remaining)).toEqual([
      '2030-01-01T12:00:00Z',
      '2030-01-01T12:00:00Z',
      '2030-01-01T12:01:00Z',
    ]);
    expect(third[0]).toBe(other);
  });
});
