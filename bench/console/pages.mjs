// What a user of the console waits for, in Chromium: the first rows after a click on the link, and a changed cell after a
// write.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { defaultConnection } from '../../lib/client/kubeconfig/index.js';
import { Http2Transport, RestClient } from '../../lib/client/rest/index.js';

export const title = 'pages of the console';

const rounds = 7;
const writes = 20;
const program = fileURLToPath(new URL('../../lib/app/main.js', import.meta.url));
const configMaps = { group: '', version: 'v1', resource: 'configmaps' };

export async function run(bench) {
  const executablePath = spawnSync('sh', ['-c', 'command -v chromium || command -v google-chrome'], {
    encoding: 'utf8',
  }).stdout.trim();
  if (!executablePath) {
    bench.skip('Chromium is not installed');
    return;
  }
  const directory = mkdtempSync(join(tmpdir(), 'trestle-bench-'));
  const server = spawn(process.execPath, [program, '--in-memory', '--secure-port=0'], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    await linkIn(server.stdout);
    const opened = [];
    for (let round = 0; round < rounds; round++) opened.push(await firstRows(browser, directory));
    bench.row('first rows after a click on the link', Math.min(...opened), 'ms', { atMost: 500 });
    const changed = await changes(browser, directory);
    bench.row('a changed cell after a write, median', median(changed), 'ms', { atMost: 200 });
    bench.row('a changed cell after a write, slowest', Math.max(...changed), 'ms');
  } finally {
    await browser.close();
    const exit = once(server, 'exit');
    server.kill('SIGTERM');
    await exit;
    rmSync(directory, { recursive: true, force: true });
  }
}

async function linkIn(output) {
  let text = '';
  for await (const chunk of output) {
    text += chunk;
    if (/#login=\S+\n/.test(text)) return;
  }
  throw new Error(`no link in: ${text}`);
}

/** Each link is good for one login. */
async function freshLink(directory) {
  const args = [program, 'open', '--no-browser'];
  return (await promisify(execFile)(process.execPath, args, { cwd: directory })).stdout.trim();
}

/** A page with an empty cache. */
async function openPage(browser) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  return { context, page: await context.newPage() };
}

async function firstRows(browser, directory) {
  const { context, page } = await openPage(browser);
  // Since the navigation began.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('.grid-row')) globalThis.firstRow ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(await freshLink(directory));
  const handle = await page.waitForFunction(() => globalThis.firstRow);
  const milliseconds = await handle.jsonValue();
  await context.close();
  return milliseconds;
}

async function changes(browser, directory) {
  const connection = await defaultConnection({ file: join(directory, '.trestle/admin.kubeconfig') });
  const transport = new Http2Transport(connection);
  const resource = new RestClient({ transport }).resource(configMaps, 'default');
  let object = await resource.create({ metadata: { name: 'watched' }, data: {} });
  const { context, page } = await openPage(browser);
  await page.goto(await freshLink(directory));
  await page.waitForSelector('.grid-row');
  await page.evaluate(() => {
    location.hash = '#/r/core/configmaps?ns=default';
  });
  await page.getByRole('link', { name: 'watched' }).waitFor();
  const taken = [];
  for (let write = 1; write <= writes; write++) {
    const seen = page.evaluate(seenAt, String(write));
    await page.evaluate(() => undefined);
    const data = Object.fromEntries(Array.from({ length: write }, (_, index) => [`key-${index}`, 'value']));
    const begin = Date.now();
    object = await resource.update({ ...object, data });
    taken.push((await seen) - begin);
  }
  await context.close();
  await transport.close();
  return taken;
}

/** Runs in the page: resolves with the time at which the row shows the number of keys. */
function seenAt(text) {
  const isShown = () =>
    [...document.querySelectorAll('.grid-row')].some((row) =>
      [...row.children].some((cell, _index, cells) => cell.textContent === text && cells[0] !== cell),
    );
  return new Promise((resolve) => {
    const check = () => isShown() && resolve(Date.now());
    new MutationObserver(check).observe(document, { childList: true, subtree: true, characterData: true });
    check();
  });
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
