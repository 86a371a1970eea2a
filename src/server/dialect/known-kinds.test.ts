import { expect, test } from 'vitest';
import { parseGroupVersion } from '../../apimachinery/meta/index.js';
import { kindsOfGroup, otherKindProblem } from './known-kinds.js';

const kinds = kindsOfGroup('here.go:1', { group: 'shop.example.com', versions: ['v1', 'v2'], kinds: ['Cart'] });

test.each([
  ['shop.example.com/v2', 'Cart', 'converting (v2.Cart) to (shop.Order): unknown conversion'],
  ['v1', 'Status', 'converting (v1.Status) to (shop.Order): unknown conversion'],
  ['other.example.com/v1', 'Status', 'converting (v1.Status) to (shop.Order): unknown conversion'],
  ['shop.example.com/v2', 'DeleteOptions', 'converting (v1.DeleteOptions) to (shop.Order): unknown conversion'],
  ['v1', 'DeleteOptions', 'converting (v1.DeleteOptions) to (shop.Order): unknown conversion'],
  [
    'other.example.com/v1',
    'DeleteOptions',
    'no kind "DeleteOptions" is registered for version "other.example.com/v1" in scheme "here.go:1"',
  ],
  [
    'shop.example.com/v3',
    'Cart',
    'no kind "Cart" is registered for version "shop.example.com/v3" in scheme "here.go:1"',
  ],
])('%s %s is distinguished from the expected kind', (apiVersion, kind, problem) => {
  expect(otherKindProblem(kinds, { ...parseGroupVersion(apiVersion), kind }, 'shop.Order')).toBe(problem);
});
