import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProgramProcess } from '../integration/program.test.support.js';
import { hasBrowser, launch, openPage, show } from './browser.test.support.js';
import { startCluster } from './cluster.test.support.js';

async function readsAndRuns(page: Page): Promise<void> {
  await show(page, '#/o/core/pods/default/web?tab=logs');
  await page.getByLabel('Log', { exact: true }).getByText('second').waitFor();
  await show(page, '#/o/core/pods/default/web?tab=exec');
  await page.getByLabel('Command').fill('cat');
  await page.getByRole('button', { name: 'Run' }).click();
  const screen = page.locator('.terminal-screen');
  await page.getByText('Shift Esc').waitFor();
  await screen.locator('textarea').focus();
  // The command sends back what is typed, and the size of the terminal; escape sequences are not shown as such.
  await page.keyboard.type('plain');
  await page.keyboard.press('Escape');
  await page.keyboard.type('[38;2;10;20;30mcoloured');
  await expect.poll(() => screen.locator('.xterm-rows').textContent(), { timeout: 20_000 }).toContain('plaincoloured');
  expect(await screen.locator('.xterm-rows').textContent()).toMatch(/^size {"Width":\d+,"Height":\d+}/);
  await page.keyboard.press('Shift+Escape');
  await page.getByRole('button', { name: 'Stop' }).press('Enter');
  await page.getByRole('button', { name: 'Run' }).waitFor();
  await page.getByLabel('Command').fill('exit 3');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText('exit code 3').waitFor();
}

describe.skipIf(!hasBrowser)('containers in the console', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  it('shows logs and runs commands, at the server and by trestle console', { timeout: 120_000 }, async () => {
    const server = await startCluster();
    await readsAndRuns(await server.open(browser));
    const args = ['console', '--kubeconfig', server.kubeconfig, '--no-browser'];
    const page = await openPage(browser);
    await page.goto(await new ProgramProcess('main', args, server.directory).printed(/http:\S+/));
    await page.waitForSelector('.sidebar');
    await readsAndRuns(page);
  });
});
