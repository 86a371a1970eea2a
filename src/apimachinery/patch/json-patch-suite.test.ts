import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../meta/index.js';
import { StatusError } from '../status/index.js';
import { applyJsonPatch, type JsonPatchOperation } from './json-patch.js';

interface SuiteCase {
  readonly comment?: string;
  readonly doc: JsonValue;
  readonly patch: readonly JsonPatchOperation[];
  readonly expected?: JsonValue;
  readonly error?: string;
  readonly disabled?: boolean;
}

const folder = 'node_modules/json-patch-test-suite';

/** As upstream, a missing value is null, indexes may count from the end, and the whole document cannot be added. */
const deviating = new Set([
  "missing 'value' parameter",
  'Out of bounds (lower)',
  'replacing the root of the document is possible with add',
]);
const deviates = ({ error = '', comment = '' }: SuiteCase) => deviating.has(error) || deviating.has(comment);

describe('the public test collection of JSON patch', () => {
  const cases = ['tests', 'spec_tests'].flatMap(readCases);

  test('is there', () => expect(cases.length).toBeGreaterThan(80));

  test.each(cases.map((each, index) => ({ index, ...each })))('$index $comment $error', (each) => {
    const apply = () => applyJsonPatch(each.doc, each.patch);
    if (each.error === undefined) expect(apply()).toStrictEqual(each.expected ?? each.doc);
    else expect(apply).toThrow(StatusError);
  });
});

function readCases(name: string): SuiteCase[] {
  const cases = JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as SuiteCase[];
  return cases.filter((each) => !each.disabled && !deviates(each));
}
