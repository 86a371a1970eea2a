// Follows pkg/routes/logs.go (v1.36)

import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { ApiRequest, ApiResponse } from '../server/http/index.js';

const text = 'text/plain; charset=utf-8';
const maxEntries = 10_000;

/** `--enable-logs-handler`: the files of a directory below /logs/. */
export class LogFiles {
  readonly #directory: string;

  constructor(directory = '/var/log') {
    this.#directory = directory;
  }

  /** Undefined if the request is not for one of them. */
  async respond({ decodedPath: path, method }: ApiRequest): Promise<ApiResponse | undefined> {
    if (path !== '/logs' && !path.startsWith('/logs/')) return undefined;
    if (path === '/logs') return redirected('logs/');
    const names = path.slice('/logs/'.length).split('/');
    if (!names.every(isPlainName)) return notFound();
    const file = join(this.#directory, ...names);
    const found = await stat(file).catch(() => undefined);
    if (!found) return notFound();
    if (found.isDirectory())
      return names.at(-1) === '' ? this.#list(file, found.mtime) : redirected(`${encodeURIComponent(names.at(-1)!)}/`);
    if (!found.isFile()) return notFound();
    if (names.at(-1) === '') return redirected(`../${encodeURIComponent(names.at(-2)!)}`);
    const headers = { 'content-type': text, 'last-modified': found.mtime.toUTCString() };
    return { status: 200, headers, body: method === 'HEAD' ? undefined : createReadStream(file) };
  }

  async #list(directory: string, changed: Date): Promise<ApiResponse> {
    const entries = await readdir(directory, { withFileTypes: true });
    const names = entries.slice(0, maxEntries).map((entry) => entry.name + (entry.isDirectory() ? '/' : ''));
    const lines = names.sort().map((name) => `<a href="${hrefOf(name)}">${escaped(name)}</a>\n`);
    const page = `<!doctype html>\n<meta name="viewport" content="width=device-width">\n<pre>\n${lines.join('')}</pre>\n`;
    const headers = { 'content-type': 'text/html; charset=utf-8', 'last-modified': changed.toUTCString() };
    return { status: 200, headers, body: Buffer.from(page) };
  }
}

/**
 * Whether it names an entry of its directory: on Windows, a backslash separates names too, and a colon ends that of a
 * drive or file.
 */
function isPlainName(name: string): boolean {
  return name !== '..' && !name.includes('\0') && !(sep === '\\' && /[\\:]/.test(name));
}

function redirected(location: string): ApiResponse {
  return { status: 301, headers: { location } };
}

function notFound(): ApiResponse {
  const headers = { 'content-type': text, 'x-content-type-options': 'nosniff' };
  return { status: 404, headers, body: Buffer.from('404 page not found\n') };
}

/** A name with a colon would be a URL with a scheme. */
function hrefOf(name: string): string {
  const path = name.split('/').map(encodeURIComponent).join('/');
  return name.includes(':') ? `./${path}` : path;
}

function escaped(name: string): string {
  return name.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
