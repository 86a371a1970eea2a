import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeSelfSigned } from '../../src/server/http/index.js';
import { ProgramProcess, temporaryDirectory } from '../integration/program.test.support.js';
import { ConsoleServer, hasBrowser, launch, openPage, row, show } from './browser.test.support.js';

interface WatchResponse {
  readonly protocol?: string;
  readonly connectionId: number;
}

/** The responses to watches of a page, from now on. */
async function watchesOf(page: Page): Promise<readonly WatchResponse[]> {
  const session = await page.context().newCDPSession(page);
  const found: WatchResponse[] = [];
  session.on('Network.responseReceived', ({ response }) => {
    if (/[?&]watch=1/.test(response.url)) found.push(response);
  });
  await session.send('Network.enable');
  return found;
}

/** How many watches of a resource the server has. */
async function watchCount(server: ConsoleServer, resource: string): Promise<number> {
  const metrics = await server.kubectl('get', '--raw', '/metrics');
  const lines = metrics.split('\n').filter((line) => line.startsWith('apiserver_longrunning_requests{'));
  const found = lines.find((line) => line.includes(`resource="${resource}"`) && line.includes('verb="WATCH"'));
  return Number(found?.split(' ').at(-1) ?? 0);
}

describe.skipIf(!hasBrowser)('connections of the console', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  it('watches share one, and end with the page or while it is hidden', { timeout: 120_000 }, async () => {
    const server = await ConsoleServer.start(['--controllers=']);
    // Nothing in the server watches these.
    const watches = () => watchCount(server, 'podtemplates');
    expect(await watches()).toBe(0);
    const page = await openPage(browser);
    await page.clock.install();
    await page.goto(await server.link());
    await row(page, 'default').waitFor();
    const responses = await watchesOf(page);
    await show(page, '#/changes');
    await page.locator('.change').first().waitFor();
    expect(responses.length).toBeGreaterThan(30);
    expect([...new Set(responses.map(({ protocol }) => protocol))]).toEqual(['h2']);
    expect(new Set(responses.map(({ connectionId }) => connectionId)).size).toBe(1);
    await expect.poll(watches).toBe(0);

    await show(page, '#/r/core/podtemplates');
    await page.getByText('There are no podtemplates.').waitFor();
    await expect.poll(watches).toBe(1);
    await show(page, '#/r/core/configmaps');
    await expect.poll(watches).toBe(0);

    await show(page, '#/r/core/podtemplates');
    await expect.poll(watches).toBe(1);
    await setHidden(page, true);
    await page.clock.fastForward(9_000);
    expect(await watches()).toBe(1);
    await page.clock.fastForward(2_000);
    await expect.poll(watches).toBe(0);
    await server.apply({
      apiVersion: 'v1',
      kind: 'PodTemplate',
      metadata: { name: 'meanwhile', namespace: 'default' },
      template: { spec: { containers: [{ name: 'c', image: 'i' }] } },
    });
    await setHidden(page, false);
    await row(page, 'meanwhile').waitFor();
    await expect.poll(watches).toBe(1);
    await page.close();
    await expect.poll(watches).toBe(0);
  });

  it('pages of trestle console have one for their watches, more of which than a browser has connections', {
    timeout: 120_000,
  }, async () => {
    const server = await ConsoleServer.start(['--controllers=']);
    const args = ['console', '--kubeconfig', server.kubeconfig, '--no-browser'];
    const loopback = new ProgramProcess('main', args, temporaryDirectory());
    const address = await loopback.printed(/http:\/\/127\S+/);
    const watches = () => watchCount(server, 'podtemplates');
    const page = await openPage(browser);
    const responses = await watchesOf(page);
    const opened: string[] = [];
    let requests = 0;
    page.on('websocket', (socket) => {
      opened.push(socket.url());
      socket.on('framesent', ({ payload }) => {
        if (/"open":\d+/.test(String(payload))) requests++;
      });
    });
    await page.goto(address);
    await row(page, 'default').waitFor();
    await show(page, '#/changes');
    await page.locator('.change').first().waitFor();
    expect(requests).toBeGreaterThan(30);
    await show(page, '#/r/core/podtemplates');
    await page.getByText('There are no podtemplates.').waitFor();
    await expect.poll(watches).toBe(1);
    expect(responses).toEqual([]);
    expect(opened).toEqual([`${address.replace('http', 'ws')}shared-connection`]);

    // A browser shares its six connections to a host between all tabs.
    const tabs = [page];
    while (tabs.length < 8) {
      const tab = await page.context().newPage();
      await tab.goto(`${address}#/r/core/podtemplates`);
      await tab.getByText('There are no podtemplates.').waitFor();
      tabs.push(tab);
    }
    await expect.poll(watches).toBe(8);
    await server.apply({
      apiVersion: 'v1',
      kind: 'PodTemplate',
      metadata: { name: 'shown-everywhere', namespace: 'default' },
      template: { spec: { containers: [{ name: 'c', image: 'i' }] } },
    });
    for (const tab of tabs) await row(tab, 'shown-everywhere').waitFor();
    await tabs.pop()!.close();
    await expect.poll(watches).toBe(7);
    // It ends although pages are open.
    await loopback.end();
    await expect.poll(watches).toBe(0);
  });

  it('pages outlast a restart of the server, and say what has happened', { timeout: 120_000 }, async () => {
    const server = await ConsoleServer.start(['--controllers=']);
    const { port } = new URL(await server.process.readyUrl());
    const args = ['console', '--kubeconfig', server.kubeconfig, '--no-browser'];
    const loopback = new ProgramProcess('main', args, temporaryDirectory());
    const page = await server.open(browser, '#/r/core/configmaps');
    const forwarded = await openPage(browser);
    await forwarded.goto(`${await loopback.printed(/http:\/\/127\S+/)}#/r/core/configmaps`);
    for (const one of [page, forwarded]) await one.locator('.grid-row').first().waitFor();
    await server.process.end();
    await page.getByText('The server cannot be reached.').waitFor();
    await forwarded.getByText('the API server cannot be reached').waitFor();

    const again = new ProgramProcess('main', ['--in-memory', '--secure-port', port], server.directory);
    await again.readyUrl();
    await server.kubectl('create', 'configmap', 'after');
    await page.getByText('Your session has ended').waitFor();
    await row(forwarded, 'after').waitFor();
    await forwarded.getByText('cannot be reached').waitFor({ state: 'hidden' });
    await page.getByLabel('Token').fill(await server.kubectl('create', 'token', 'default'));
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Forbidden.').waitFor();
    expect(await page.evaluate(() => location.hash)).toBe('#/r/core/configmaps');

    const refused = join(temporaryDirectory(), 'kubeconfig');
    const text = readFileSync(server.kubeconfig, 'utf8').replace(/"user": \{[^}]*\}/, '"user": {"token": "none"}');
    writeFileSync(refused, text);
    const other = new ProgramProcess(
      'main',
      ['console', '--kubeconfig', refused, '--no-browser'],
      temporaryDirectory(),
    );
    await forwarded.goto(await other.printed(/http:\/\/127\S+/));
    await forwarded.getByText('The cluster does not accept the credentials of the context trestle.').waitFor();
  });

  it('a page of another port gets nothing, and changes nothing', { timeout: 120_000 }, async () => {
    const server = await ConsoleServer.start(['--controllers=']);
    const page = await server.open(browser);
    await row(page, 'default').waitFor();
    const target = new URL(page.url()).origin;

    // The same host, and so the same site: browsers would send the cookie.
    const certificate = makeSelfSigned({ names: ['127.0.0.1'] });
    const other = createServer({ cert: certificate.certificate, key: certificate.key }, (_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>other</title><p>other');
    });
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      other.closeAllConnections();
      other.close();
    });
    const foreign = await page.context().newPage();
    await foreign.goto(`https://127.0.0.1:${(other.address() as AddressInfo).port}/`);
    const got = await foreign.evaluate(attack, target);
    expect(got).toEqual({
      read: 'TypeError',
      readWithHeader: 'TypeError',
      opaque: 'opaque',
      written: 'opaque',
      webSocket: 'refused',
      frame: 'unreadable',
    });
    // A form is a navigation, which shows its answer.
    const [answer] = await Promise.all([
      foreign.waitForResponse((response) => response.request().method() === 'POST'),
      foreign.evaluate((url) => {
        const form = Object.assign(document.createElement('form'), { method: 'post', enctype: 'text/plain' });
        form.action = `${url}/api/v1/namespaces`;
        form.append(
          Object.assign(document.createElement('input'), { name: '{"metadata":{"name":"forged"}, "x":"', value: '"}' }),
        );
        document.body.append(form);
        form.submit();
      }, target),
    ]);
    expect(answer.status()).toBe(403);
    expect(await server.kubectl('get', 'namespaces', '--output=name')).not.toContain('forged');
    // The page of the console still works.
    await server.kubectl('create', 'namespace', 'fresh');
    await row(page, 'fresh').waitFor();
  });
});

/** Runs in a page of another origin: what each way to reach the server gives. */
async function attack(target: string): Promise<Record<string, string>> {
  const secrets = `${target}/api/v1/secrets`;
  const result = (sent: Promise<Response>) =>
    sent.then(
      ({ type }) => type,
      (error: Error) => error.name,
    );
  const credentials = 'include' as const;
  const forged = '{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"forged"}}';
  const frame = document.createElement('iframe');
  frame.src = `${target}/console/`;
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener('load', resolve));
  const webSocket = await new Promise<string>((resolve) => {
    const socket = new WebSocket(`${target.replace('https', 'wss')}/api/v1/namespaces?watch=1`);
    socket.addEventListener('open', () => resolve('open'));
    socket.addEventListener('error', () => resolve('refused'));
  });
  return {
    read: await result(fetch(secrets, { credentials })),
    readWithHeader: await result(fetch(secrets, { credentials, headers: { 'x-trestle-console': '1' } })),
    opaque: await result(fetch(secrets, { credentials, mode: 'no-cors' })),
    written: await result(
      fetch(`${target}/api/v1/namespaces`, { method: 'POST', body: forged, credentials, mode: 'no-cors' }),
    ),
    webSocket,
    frame: frame.contentDocument === null ? 'unreadable' : 'readable',
  };
}

/** What the browser says when the tab of a page is hidden or shown. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}
