import { expect, test } from 'vitest';
import type { JsonObject } from '../../apimachinery/meta/index.js';
import { fieldErrorMessage } from '../../apimachinery/validation/index.js';
import { asDefinition } from './custom-resource-definition.js';
import { validateDefinition } from './validate-definition.js';
import { received, type WidgetsOptions, widgets } from './widgets.test.support.js';

/** The problem of a label that is invalid. */
export const label =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and " +
  "end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is " +
  "'[a-z]([-a-z0-9]*[a-z0-9])?')";

export function messages(object: JsonObject): string[] {
  return validateDefinition(asDefinition(received(object))).map(fieldErrorMessage);
}

export function fields(object: JsonObject): string[] {
  return validateDefinition(asDefinition(received(object))).map(({ type, field }) => `${field} ${type}`);
}

export type Case = [name: string, options: WidgetsOptions, messages: string[]];

export function check(cases: Case[]): void {
  test.each(cases)('%s', (_, options, expected) => {
    expect(messages(widgets(options))).toEqual(expected);
  });
}
