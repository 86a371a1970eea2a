import { expect, it } from 'vitest';
import { isOwnRequest } from './own-request.js';

const origin = 'https://127.0.0.1:6443';

it.each([
  ['a fetch of the console', { 'x-trestle-console': '1', 'sec-fetch-site': 'same-origin', origin }, true],
  ['a GET, which has no origin', { 'x-trestle-console': '1', 'sec-fetch-site': 'same-origin' }, true],
  ['a browser without fetch metadata', { 'x-trestle-console': '1', origin }, true],
  ['a WebSocket of the console', { upgrade: 'websocket', origin }, true],
  ['a navigation', { 'sec-fetch-site': 'none' }, false],
  ['a form of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false],
  ['a form of this origin', { 'sec-fetch-site': 'same-origin', origin }, false],
  ['a page on another port', { 'x-trestle-console': '1', 'sec-fetch-site': 'same-site', origin }, false],
  ['another origin', { 'x-trestle-console': '1', origin: 'https://127.0.0.1:9999' }, false],
  ['an opaque origin', { 'x-trestle-console': '1', origin: 'null' }, false],
  ['a WebSocket of another origin', { upgrade: 'websocket', origin: 'https://evil.example' }, false],
  ['a WebSocket without an origin', { upgrade: 'websocket' }, false],
  ['nothing at all', {}, false],
])('%s', (_name, headers: Record<string, string>, isOwn) => {
  expect(isOwnRequest((name) => headers[name], origin)).toBe(isOwn);
});
