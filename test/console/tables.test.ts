import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { completeConfig } from '../../src/app/complete-config.js';
import { ServerChain } from '../../src/app/server-chain.js';
import { Logger } from '../../src/server/logging/index.js';
import { temporaryDirectory } from '../integration/program.test.support.js';
import { measureSlowness } from '../support/machine-speed.js';
import { ConsoleServer, hasBrowser, launch, openPage, row, show } from './browser.test.support.js';

describe.skipIf(!hasBrowser)('tables of the console', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  it('logs in by a link, which works once, and shows what kubectl writes as it is written', {
    timeout: 120_000,
  }, async () => {
    const server = await ConsoleServer.start(['--controllers=']);
    const link = await server.link();
    const page = await openPage(browser);
    await page.goto(link);
    await row(page, 'default').waitFor();
    expect(page.url()).not.toContain('login');
    expect(await page.evaluate(() => document.cookie)).toBe('');
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).toBe(
      JSON.stringify({ 'trestle-console': '{"theme":"auto"}' }),
    );

    const other = await openPage(browser);
    await other.goto(link);
    await other.getByText('This link has been used').waitFor();

    await show(page, '#/r/core/configmaps?ns=default');
    await page.getByText('There are no configmaps in default.').waitFor();
    await server.kubectl('create', 'configmap', 'colours', '--from-literal=sky=blue');
    await row(page, 'colours').waitFor();
    await server.kubectl('patch', 'configmap', 'colours', '--type=merge', '-p', '{"data":{"grass":"green"}}');
    const changed = row(page, 'colours').locator('.changed', { hasText: /^2$/ });
    await changed.waitFor();
    await server.kubectl('create', 'configmap', 'shapes');
    await row(page, 'shapes').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('shap');
    await row(page, 'colours').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    expect(page.url()).toContain('q=shap');
    await page.getByLabel('Search').fill('');
    await page.keyboard.press('Escape');
    await server.kubectl('label', 'configmap', 'shapes', 'kind=round');
    await page.getByLabel('Labels selector').fill('kind=round');
    await page.keyboard.press('Enter');
    await row(page, 'colours').waitFor({ state: 'detached' });
    await page.getByLabel('Labels selector').fill('');
    await page.keyboard.press('Enter');
    await row(page, 'colours').waitFor();
    await page.getByLabel('Fields selector').fill('metadata.name=colours');
    await page.keyboard.press('Enter');
    await row(page, 'shapes').waitFor({ state: 'detached' });
    await page.getByLabel('Fields selector').fill('');
    await page.keyboard.press('Enter');
    await row(page, 'shapes').waitFor();
    const names = page.locator('.grid-row a');
    expect(await names.allTextContents()).toEqual(['colours', 'shapes']);
    await page.getByRole('columnheader', { name: 'Data' }).getByRole('button').click();
    await expect.poll(() => names.allTextContents()).toEqual(['shapes', 'colours']);
    await server.kubectl('delete', 'configmap', 'colours');
    await row(page, 'colours').waitFor({ state: 'detached' });
    await page.getByLabel('Namespace').selectOption('kube-system');
    await row(page, 'shapes').waitFor({ state: 'detached' });
    // The address has all of it: loaded again, the page is the same.
    await page.reload();
    await row(page, 'extension-apiserver-authentication').waitFor();
    await page.getByLabel('Namespace').selectOption('default');
    await row(page, 'shapes').waitFor();

    // Keys: the first row, the next one, open, and back.
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('g');
    expect(await page.locator('.grid-row.chosen').textContent()).toContain('shapes');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'shapes ConfigMap' }).waitFor();
    await page.keyboard.press('Escape');
    await row(page, 'shapes').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByLabel('Resource or page').fill('ns');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'namespaces core/v1' }).waitFor();

    // A focused control handles its own keys.
    await page.getByRole('link', { name: 'Definition', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Namespace v1' }).waitFor();

    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('Token').waitFor();
    // Here, a link changes nothing but the fragment.
    await page.goto(await server.freshLink());
    await row(page, 'default').waitFor();
  });

  it('a user sees what is forbidden as such', { timeout: 120_000 }, async () => {
    const server = await ConsoleServer.start(['--controllers=*']);
    await server.kubectl('create', 'serviceaccount', 'jane');
    await server.kubectl('create', 'role', 'reader', '--verb=get,list,watch', '--resource=configmaps');
    await server.kubectl('create', 'rolebinding', 'reader', '--role=reader', '--serviceaccount=default:jane');
    await server.kubectl('create', 'configmap', 'readable');
    const token = await server.kubectl('create', 'token', 'jane');
    const page = await openPage(browser);
    await page.goto((await server.link()).replace(/#.*/, ''));
    await page.getByLabel('Token').fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('does not accept this token').waitFor();
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('system:serviceaccount:default:jane').first().waitFor();
    await page.getByText('Forbidden. namespaces is forbidden').waitFor();
    await show(page, '#/r/core/secrets?ns=default');
    await page.getByText('Forbidden. secrets is forbidden').waitFor();
    await show(page, '#/r/core/configmaps?ns=default');
    await row(page, 'readable').waitFor();
    await show(page, '#/o/core/configmaps/default/readable');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText('Forbidden. configmaps "readable" is forbidden').waitFor();
  });

  it('scrolls through 50,000 rows, of which only the visible ones are in the document', {
    timeout: 120_000,
  }, async () => {
    const objects = 50_000;
    const directory = temporaryDirectory();
    const { config } = completeConfig([
      '--enable-console',
      '--in-memory',
      '--secure-port=0',
      `--data-dir=${directory}`,
    ]);
    const chain = await ServerChain.start({ config, log: new Logger(config.log), onFatal: () => undefined });
    onTestFinished(() => chain.close());
    await chain.ready({ timeoutMilliseconds: 20_000 });
    for (let begin = 0; begin < objects; begin += 1_000) {
      await chain.storage.commit(Array.from({ length: 1_000 }, (_, index) => configMap(begin + index)));
    }
    const page = await openPage(browser);
    await page.goto(chain.url + chain.console!.createLink({ name: 'admin', groups: ['system:masters'] }));
    await page.waitForSelector('.sidebar');
    await show(page, '#/r/core/configmaps?ns=many');
    await row(page, 'map-00000').waitFor();
    await page.getByText('50,000', { exact: true }).waitFor();
    expect(await page.locator('.grid-row').count()).toBeLessThan(80);
    await page.keyboard.press('G');
    await row(page, 'map-49999').waitFor();
    // CPU of the page's thread for a frame of a scroll through all of them: 60 frames fit into a second.
    const before = await threadMilliseconds(page);
    const frames = 60;
    await page.evaluate(async (steps) => {
      const scroller = document.querySelector('.grid-scroller')!;
      for (let step = 0; step < steps; step++) {
        scroller.scrollTop = (scroller.scrollHeight / steps) * step;
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      }
    }, frames);
    const milliseconds = ((await threadMilliseconds(page)) - before) / frames;
    expect(milliseconds / measureSlowness().cpu).toBeLessThan(1000 / 60);
    await page.getByLabel('Search').fill('map-4242');
    await page.getByText('10 of 50,000').waitFor();
  });
});

/** CPU time of the page's main thread: other programs on the machine do not count. */
async function threadMilliseconds(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return metrics.find(({ name }) => name === 'ThreadTime')!.value * 1000;
}

function configMap(number: number) {
  const name = `map-${String(number).padStart(5, '0')}`;
  const uid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const metadata = { name, namespace: 'many', uid, creationTimestamp: '2026-01-01T00:00:00Z' };
  const value = Buffer.from(JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { number: name } }));
  return { type: 'put', key: `/configmaps/many/${name}`, value } as const;
}
