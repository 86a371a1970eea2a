import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProgramProcess } from '../integration/program.test.support.js';
import { ConsoleServer, hasBrowser, launch, openPage, row, screenshot, show } from './browser.test.support.js';
import { startCluster } from './cluster.test.support.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds serious or critical, by all of its rules unless some are named. It is evaluated by the debugger, which the content security policy does not bind. */
async function violations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async (only) => {
    const { axe: checker } = window as unknown as { axe: Axe };
    const { violations: found } = await checker.run({
      resultTypes: ['violations'],
      ...(only.length > 0 && { runOnly: only }),
    });
    return found
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map(({ html, failureSummary }) => `${html} ${failureSummary}`)
            .slice(0, 3)
            .join('\n')}`,
      );
  }, rules);
}

interface Axe {
  run(options: object): Promise<{ violations: AxeViolation[] }>;
}

interface AxeViolation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Every kind of page, with a text that shows that it is complete. */
const places: readonly (readonly [name: string, place: string, complete: string])[] = [
  ['table', '#/r/apps/deployments', '.grid-row'],
  ['object', '#/o/apps/deployments/shop/web?owners=1', '.yaml-line'],
  ['edit', '#/o/apps/deployments/shop/web?tab=edit', '.editor[data-loaded=true]'],
  ['graph', '#/o/apps/deployments/shop/web?tab=graph', '.node.subject'],
  ['history', '#/o/apps/deployments/shop/web?tab=history', '.diff'],
  ['logs', '#/o/core/pods/default/web?tab=logs', 'text=second'],
  ['terminal', '#/o/core/pods/default/web?tab=exec', 'role=button[name="Run"]'],
  ['server', '#/server', '.plot canvas'],
  ['changes', '#/changes', '.change'],
  ['definitions', '#/definitions', 'td >> text=ConfigMap'],
  ['definition', '#/definitions/apps/deployments', 'text=minReadySeconds'],
  ['access', '#/access?verb=get&resource=secrets', 'text=system:masters'],
  ['admission', '#/admission', '.editor[data-loaded=true]'],
  ['new', '#/new/apps/deployments?form=1', '.preview'],
];

/** In dark, only colours differ. */
const variants = [
  { variant: 'light', rules: [] },
  { variant: 'dark', isDark: true, rules: ['color-contrast'] },
  { variant: 'phone', width: 390, rules: [] },
];

/** What opens above a page: here, that of an object. */
const dialogs: readonly (readonly [name: string, open: (page: Page) => Promise<void>])[] = [
  ['keys', (page) => page.keyboard.press('?')],
  ['go-to', (page) => page.keyboard.press('Control+k')],
  ['scale', (page) => page.getByRole('button', { name: 'Scale' }).click()],
  ['delete', (page) => page.getByRole('button', { name: 'Delete' }).click()],
];

describe.skipIf(!hasBrowser)('pages of the console', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  it('are accessible in light and dark, and fit a phone', { timeout: 240_000 }, async () => {
    const server = await startCluster(['--controllers=*']);
    await server.kubectl('create', 'namespace', 'shop');
    await server.kubectl('create', 'deployment', 'web', '-n', 'shop', '--image=nginx:1', '--replicas=2');
    const found: string[] = [];
    await Promise.all(
      variants.map(async ({ variant, rules, ...options }) => {
        const page = await openPage(browser, options);
        const inspect = async (name: string) => {
          await screenshot(page, `${name}-${variant}`);
          found.push(...(await violations(page, rules)).map((text) => `${name} ${variant} ${text}`));
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          if (overflow > 0) found.push(`${name} ${variant}: wider than the window by ${overflow}`);
        };
        const link = await server.freshLink();
        await page.goto(link.replace(/#.*/, ''));
        await page.getByLabel('Token').waitFor();
        await inspect('login');
        await page.goto(link);
        await page.locator('main .page').waitFor();
        for (const [name, place, complete] of places) {
          await show(page, place);
          await page.locator(complete).first().waitFor();
          await inspect(name);
        }
        await show(page, '#/o/apps/deployments/shop/web');
        await page.locator('.yaml-line').first().waitFor();
        for (const [name, open] of dialogs) {
          await open(page);
          await page.getByRole('dialog').waitFor();
          await inspect(name);
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'detached' });
        }
      }),
    );
    expect(found).toEqual([]);
  });

  it('plot the metrics of the server, and answer who may do what', { timeout: 120_000 }, async () => {
    const server = await ConsoleServer.start();
    await server.kubectl('create', 'role', 'reader', '--verb=get', '--resource=secrets');
    await server.kubectl('create', 'rolebinding', 'readers', '--role=reader', '--user=jane');
    const page = await server.open(browser, '#/server');
    await page
      .getByText(/\d+ checks pass/)
      .first()
      .waitFor();
    for (const title of [
      'by verb',
      'by resource',
      'Latency',
      'Watches',
      'Flow control',
      'Load',
      'Memory',
      'Stored objects',
    ]) {
      await page.locator('.plot', { hasText: title }).locator('canvas').waitFor();
    }
    const requests = page.locator('.plot', { hasText: 'Requests by verb' });
    await requests.locator('li', { hasText: 'LIST' }).waitFor();
    const drawn = await requests.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value) => value > 0);
    });
    expect(drawn).toBe(true);
    await page.locator('tr', { hasText: 'v1.apps' }).getByText('True').waitFor();

    await show(page, '#/access?verb=get&resource=secrets&in=default&user=jane');
    await page.getByRole('button', { name: 'May I?' }).click();
    await page.getByText('You may get secrets in default.').waitFor();
    await page.getByRole('button', { name: 'May this user?' }).click();
    await page.getByText('jane may get secrets in default.').waitFor();
    // The address has the question, and a link to it shows the answer.
    expect(page.url()).toContain('ask=user');
    await show(page, '#/access');
    await page.getByText('jane may').waitFor({ state: 'detached' });
    await show(page, '#/access?verb=get&resource=secrets&in=default&user=jane&ask=user');
    await page.getByText('jane may get secrets in default.').waitFor();
    // A namespace that is empty means all.
    const within = page.getByRole('textbox', { name: 'Namespace' });
    await within.fill('');
    await within.press('Tab');
    await page.getByText('jane may not get secrets.').waitFor();
    await within.fill('default');
    await within.press('Tab');
    await page.getByRole('button', { name: 'Who may?' }).click();
    await page.locator('tr', { hasText: 'default/readers' }).getByText('jane').waitFor();
    await page.getByLabel('Verb').selectOption('delete');
    await page.getByRole('button', { name: 'May this user?' }).click();
    await page.getByText('jane may not delete secrets in default.').waitFor();
  });

  it('work for any cluster by trestle console', { timeout: 120_000 }, async () => {
    const server = await ConsoleServer.start();
    const args = ['console', '--kubeconfig', server.kubeconfig, '--no-browser'];
    const loopback = new ProgramProcess('main', args, server.directory);
    const page = await openPage(browser);
    await page.goto(await loopback.printed(/http:\S+/));
    await row(page, 'default').waitFor();
    await server.kubectl('create', 'namespace', 'fresh');
    await row(page, 'fresh').waitFor();
    await worksForObjects(page);
  });

  const real = { kubeApiServer: process.env['KUBE_APISERVER'], etcd: process.env['ETCD'] ?? 'etcd' };
  if (real.kubeApiServer) {
    it("work with Go's kube-apiserver", { timeout: 240_000 }, async () => {
      const { startServer } = await import('../parity/support/start-server.mjs');
      const { writeKubeconfig, kubeconfigFor } = await import('../../src/client/kubeconfig/index.js');
      const server = new ConsoleServer();
      process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
      const go = await startServer({ real });
      try {
        const file = join(server.directory, 'go.kubeconfig');
        const kubeconfig = kubeconfigFor({
          name: 'go',
          server: go.url.href.replace(/\/$/, ''),
          user: { token: go.token },
          authorities: '',
        });
        const [{ cluster }] = kubeconfig.clusters as unknown as [{ cluster: Record<string, unknown> }];
        delete cluster['certificate-authority-data'];
        cluster['insecure-skip-tls-verify'] = true;
        await writeKubeconfig(file, kubeconfig);
        const loopback = new ProgramProcess(
          'main',
          ['console', '--kubeconfig', file, '--no-browser'],
          server.directory,
        );
        const page = await openPage(browser);
        await page.goto(await loopback.printed(/http:\S+/));
        await row(page, 'kube-system').waitFor();
        await worksForObjects(page);
        await show(page, '#/server');
        await page.locator('.legend b').first().waitFor();
        await show(page, '#/changes?minutes=60');
        await page.locator('.change').first().waitFor();
      } finally {
        await go.close();
      }
    });
  }

  /** Creates an object, edits it, and looks at its history. */
  async function worksForObjects(page: Page): Promise<void> {
    await show(page, '#/new/core/configmaps?form=1&ns=default');
    await page.getByLabel('name', { exact: false }).first().fill('mine');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'mine ConfigMap' }).waitFor();
    await show(page, '#/o/core/configmaps/default/mine?tab=history');
    await page.getByText('The object was created with this version.').waitFor();
    await show(page, '#/definitions/core/configmaps');
    await page.locator('.schema-field', { hasText: 'binaryData' }).waitFor();
  }
});
