import { describe, expect, test } from 'vitest';
import type { Condition } from '../meta/index.js';
import { validateConditions } from './conditions.js';
import { type FieldError, fieldErrorMessage } from './field-error.js';
import { FieldPath } from './field-path.js';
import {
  validateCreateOptions,
  validateDeleteOptions,
  validateListOptions,
  validatePatchOptions,
  validateTableOptions,
} from './request-options.js';

describe('request options', () => {
  const cases: [name: string, errors: FieldError[], messages: string[]][] = [
    ['a dry run', validateCreateOptions({ dryRun: ['All', 'All'] }), []],
    [
      'an unknown dry run',
      validateCreateOptions({ dryRun: ['Some'] }),
      ['dryRun: Unsupported value: ["Some"]: supported values: "All"'],
    ],
    [
      'an unknown field validation',
      validateCreateOptions({ fieldValidation: 'strict' }),
      ['fieldValidation: Unsupported value: "strict": supported values: "", "Ignore", "Strict", "Warn"'],
    ],
    [
      'a long manager',
      validateCreateOptions({ fieldManager: 'x'.repeat(129) }),
      ['fieldManager: Too long: may not be more than 128 bytes'],
    ],
    ['an apply', validatePatchOptions({ fieldManager: 'me', force: true }, 'apply'), []],
    [
      'an apply without manager',
      validatePatchOptions({}, 'apply'),
      ['fieldManager: Required value: is required for apply patch'],
    ],
    [
      'a forced patch',
      validatePatchOptions({ force: false }, 'other'),
      ['force: Forbidden: may not be specified for non-apply patch'],
    ],
    ['a delete', validateDeleteOptions({ propagationPolicy: 'Orphan', gracePeriodSeconds: 0 }), []],
    [
      'two ways to orphan',
      validateDeleteOptions({ propagationPolicy: 'Orphan', orphanDependents: true }),
      ['propagationPolicy: Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set'],
    ],
    [
      'an unknown policy',
      validateDeleteOptions({ propagationPolicy: 'x' }),
      ['propagationPolicy: Unsupported value: "x": supported values: "Foreground", "Background", "Orphan", "nil"'],
    ],
    [
      'a delete of what cannot be read',
      validateDeleteOptions({ ignoreStoreReadErrorWithClusterBreakingPotential: true, gracePeriodSeconds: 1 }),
      [
        'ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: cannot be set together with .gracePeriodSeconds',
      ],
    ],
    ['a list', validateListOptions({ resourceVersion: '5', resourceVersionMatch: 'Exact' }), []],
    [
      'a list that must match nothing, with a token',
      validateListOptions({ resourceVersionMatch: 'Exact', continue: 'token' }),
      [
        'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
        'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided',
      ],
    ],
    [
      'an unknown match',
      validateListOptions({ resourceVersion: '5', resourceVersionMatch: 'x' }),
      ['resourceVersionMatch: Unsupported value: "x": supported values: "Exact", "NotOlderThan", ""'],
    ],
    [
      'a list exactly at 0 with initial events',
      validateListOptions({ resourceVersion: '0', resourceVersionMatch: 'Exact', sendInitialEvents: false }),
      [
        'resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
        'sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list',
      ],
    ],
    [
      'a watch with initial events',
      validateListOptions({ watch: true, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }),
      [],
    ],
    [
      'a watch with initial events but no match',
      validateListOptions({ watch: true, sendInitialEvents: true }),
      ['resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'],
    ],
    [
      'a watch with a match but no initial events',
      validateListOptions({ watch: true, resourceVersionMatch: 'Exact', continue: 'token' }),
      [
        'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
        'resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan"',
        'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided',
      ],
    ],
    ['a table', validateTableOptions({ includeObject: 'None' }), []],
    [
      'an unknown includeObject',
      validateTableOptions({ includeObject: 'All' }),
      ["includeObject: Invalid value: \"All\": must be 'Metadata', 'Object', 'None', or empty"],
    ],
  ];
  test.each(cases)('%s', (_name, errors, expected) => expect(errors.map(fieldErrorMessage)).toEqual(expected));
});

describe('conditions', () => {
  const ready: Condition = { type: 'Ready', status: 'True', lastTransitionTime: 't', reason: 'Because', message: '' };
  const path = FieldPath.of('status', 'conditions');

  test('that are complete are accepted', () => expect(validateConditions([ready], path)).toEqual([]));

  test('report each problem', () => {
    const bad = { ...ready, status: 'Yes' as 'True', observedGeneration: -1, lastTransitionTime: '', reason: '1' };
    const [, ...rest] = validateConditions([ready, bad], path).map(fieldErrorMessage);
    expect(validateConditions([ready, bad], path).map(fieldErrorMessage)[0]).toBe(
      'status.conditions[1].type: Duplicate value: "Ready"',
    );
    expect(rest.slice(0, 3)).toEqual([
      'status.conditions[1].status: Unsupported value: "Yes": supported values: "False", "True", "Unknown"',
      'status.conditions[1].observedGeneration: Invalid value: -1: must be greater than or equal to zero',
      'status.conditions[1].lastTransitionTime: Required value',
    ]);
    expect(rest[3]).toMatch(/^status\.conditions\[1\]\.reason: Invalid value: "1": a condition reason must start/);
  });
});
