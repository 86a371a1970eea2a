import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inject } from '../server/http/index.js';
import { LogFiles } from './log-files.js';

const directory = mkdtempSync(join(tmpdir(), 'logs-'));
beforeAll(async () => {
  await mkdir(join(directory, 'pods'));
  await writeFile(join(directory, 'a b.log'), 'one\ntwo\n');
  await writeFile(join(directory, 'pods', '<x>'), '');
});
afterAll(() => rmSync(directory, { recursive: true }));

const page = (...lines: string[]) =>
  `<!doctype html>\n<meta name="viewport" content="width=device-width">\n<pre>\n${lines.map((line) => `${line}\n`).join('')}</pre>\n`;

test.each([
  ['/logs', 301, 'logs/'],
  ['/logs/', 200, page('<a href="a%20b.log">a b.log</a>', '<a href="pods/">pods/</a>')],
  ['/logs/pods', 301, 'pods/'],
  ['/logs/pods/', 200, page('<a href="%3Cx%3E">&#60;x&#62;</a>')],
  ['/logs/a%20b.log', 200, 'one\ntwo\n'],
  ['/logs/a%20b.log/', 301, '../a%20b.log'],
  ['/logs/nothing', 404, '404 page not found\n'],
  ['/logs/%2e%2e/%2e%2e/etc/passwd', 404, '404 page not found\n'],
  ['/logs/a%00b', 404, '404 page not found\n'],
  ['/logsx', 599, ''],
])('%s is %i', async (target, status, content) => {
  const files = new LogFiles(directory);
  const none = { status: 599, headers: {} };
  const response = await inject(async (request) => (await files.respond(request)) ?? none, { target });
  expect(response.status).toBe(status);
  const text = (await response.body()).toString();
  expect(text === '' ? (response.headers['location'] ?? '') : text).toBe(content);
});
