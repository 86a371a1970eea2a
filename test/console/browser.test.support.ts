import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { ProgramProcess, temporaryDirectory } from '../integration/program.test.support.js';

const commands = ['chromium', 'chromium-browser', 'google-chrome'];

/** The path of Chromium, if it is installed. In CI it must be, where it can be installed (tools/prepare-tests.mjs). */
export const chromiumPath = commands
  .map((command) =>
    // Windows has no such shell.
    spawnSync('sh', ['-c', `command -v ${command}`])
      .stdout?.toString()
      .trim(),
  )
  .find((path) => path);
export const hasBrowser =
  chromiumPath !== undefined || (process.env['CI'] !== undefined && process.platform === 'linux');

/** Screenshots are artefacts of a run; nothing compares them. */
const screenshots = fileURLToPath(new URL('../../.vitest/screenshots/', import.meta.url));

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath!,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}

export interface PageOptions {
  readonly isDark?: boolean;
  readonly width?: number;
}

/** A page in a context of its own. The test fails if a script throws, or if something violates the content security policy. */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<Page> {
  const { isDark = false, width = 1280 } = options;
  const context: BrowserContext = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: { width, height: 800 },
    colorScheme: isDark ? 'dark' : 'light',
  });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  page.on('console', (message) => {
    // Refusals are shown on the pages; the browser also prints them.
    if (message.type() === 'error' && !/Failed to load resource|net::ERR/.test(message.text()))
      problems.push(message.text());
  });
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await screenshot(page, `failed-${task.id}`);
    await context.close();
    if (problems.length > 0) throw new Error(`problems in the browser:\n${problems.join('\n')}`);
  });
  return page;
}

export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`) });
}

/** A server with the console, which ends with the test. */
export class ConsoleServer {
  readonly directory = temporaryDirectory();
  readonly process: ProgramProcess;

  constructor(flags: readonly string[] = []) {
    this.process = new ProgramProcess('main', ['--in-memory', '--secure-port', '0', ...flags], this.directory);
  }

  static async start(flags?: readonly string[]): Promise<ConsoleServer> {
    const server = new ConsoleServer(flags);
    await server.process.readyUrl();
    return server;
  }

  /** The link that the program prints at its start. */
  link(): Promise<string> {
    return this.process.printed(/https:\S+\/console\/#login=\S+/);
  }

  get kubeconfig(): string {
    return join(this.directory, '.trestle', 'admin.kubeconfig');
  }

  async kubectl(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)('kubectl', ['--kubeconfig', this.kubeconfig, ...args], {
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout.trim();
  }

  async apply(...objects: object[]): Promise<void> {
    const list = { apiVersion: 'v1', kind: 'List', items: objects };
    const running = promisify(execFile)('kubectl', ['--kubeconfig', this.kubeconfig, 'apply', '-f', '-']);
    running.child.stdin!.end(JSON.stringify(list));
    await running;
  }

  /** A page that is logged in, at this place of the console. */
  async open(browser: Browser, place = '#/', options?: PageOptions): Promise<Page> {
    const page = await openPage(browser, options);
    await page.goto(await this.link());
    await page.waitForSelector('.sidebar');
    await show(page, place);
    return page;
  }

  /** A fresh link: the one of the start can be used once. */
  async freshLink(): Promise<string> {
    const { stdout } = await new ProgramProcess('main', ['open', '--no-browser'], this.directory).ended();
    return stdout.trim();
  }
}

export async function show(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, place);
}

/** The cells of a row of the table, by the name of its object. */
export function row(page: Page, name: string) {
  return page.locator('.grid-row', { has: page.locator('a', { hasText: new RegExp(`^${name}$`) }) });
}

/** Replaces the text in the editor. */
export async function typeYaml(page: Page, change: (text: string) => string): Promise<void> {
  // Lines that are not visible are not in the document.
  await page.locator('.editor').evaluate((element: HTMLElement) => {
    element.style.height = '3000px';
  });
  const content = page.locator('.editor .cm-content');
  await content.waitFor();
  await content.click({ position: { x: 60, y: 8 } });
  const text = await page.evaluate(async () => {
    const lines = document.querySelector('.editor')!.shadowRoot!.querySelectorAll('.cm-line');
    return [...lines].map((line) => line.textContent).join('\n');
  });
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await page.keyboard.insertText(change(text));
}
