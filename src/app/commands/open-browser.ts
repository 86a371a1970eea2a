import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemClock } from '../../apimachinery/clock/index.js';

const programs: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};
/** By then, a browser has read the file. */
const fileMilliseconds = 5_000;

/**
 * Opens a URL that contains a secret. Other users can see the arguments of a process, so the browser gets a file that
 * only this user can read, and that leads to the URL. Resolves to false if there is no browser.
 */
export async function openInBrowser(url: string): Promise<boolean> {
  const directory = mkdtempSync(join(tmpdir(), 'trestle-console-'));
  const file = join(directory, 'open.html');
  writeFileSync(file, `<!doctype html><meta http-equiv="refresh" content="0; url=${url}">\n`, { mode: 0o600 });
  const remove = () => rmSync(directory, { recursive: true, force: true });
  const [program, ...args] = programs[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, pathToFileURL(file).href], { stdio: 'ignore', detached: true });
  const isOpened = await new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
    child.on('spawn', () => systemClock.after(1_000, () => resolve(true), { unref: true }));
  });
  child.unref();
  if (isOpened) await new Promise<void>((resolve) => systemClock.after(fileMilliseconds, resolve));
  remove();
  return isOpened;
}
