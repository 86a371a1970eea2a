// node tools/console-images.mjs: takes the pictures of README and docs/console.md anew, with Chromium. Needs `npm run build` and kubectl.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('..', import.meta.url));
const images = join(root, 'docs/images');
const program = join(root, 'lib/app/main.js');
const size = { width: 1200, height: 680 };
/** How long the plots are filled. */
const plotMilliseconds = 55_000;

const directory = mkdtempSync(join(tmpdir(), 'trestle-images-'));
const flags = ['--simulate-nodes=3', '--in-memory', '--secure-port=7443'];
const server = spawn(process.execPath, [program, ...flags], { cwd: directory, stdio: ['ignore', 'pipe', 'ignore'] });
const executablePath = spawnSync('sh', ['-c', 'command -v chromium || command -v google-chrome'], {
  encoding: 'utf8',
}).stdout.trim();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await linkIn(server.stdout);
  createObjects();
  const light = await open('light');
  await show(light, '#/server', '.legend b');
  const load = setInterval(
    () => kubectl('get', 'pods,deployments,configmaps', '--all-namespaces', '--output=name'),
    1_500,
  );
  await light.waitForTimeout(plotMilliseconds);
  clearInterval(load);
  await light.screenshot({ path: join(images, 'console-server.png') });
  await show(light, '#/r/core/pods', '.grid-row >> text=Running');
  await light.screenshot({ path: join(images, 'console-table.png') });
  const dark = await open('dark');
  await show(dark, '#/o/apps/deployments/shop/web?owners=1', '.owner');
  await dark.screenshot({ path: join(images, 'console-object.png') });
} finally {
  await browser.close();
  const ended = once(server, 'exit');
  server.kill();
  await ended;
  rmSync(directory, { recursive: true, force: true });
}

function kubectl(...args) {
  return execFileSync('kubectl', ['--kubeconfig', join(directory, '.trestle/admin.kubeconfig'), ...args], {
    encoding: 'utf8',
  });
}

function createObjects() {
  for (const namespace of ['shop', 'payments', 'monitoring']) kubectl('create', 'namespace', namespace);
  const deployments = [
    ['shop', 'web', 'nginx:1.29', 3],
    ['shop', 'checkout', 'registry.example.com/checkout:2.14', 4],
    ['shop', 'search', 'registry.example.com/search:1.8', 2],
    ['payments', 'ledger', 'registry.example.com/ledger:3.0', 3],
    ['monitoring', 'prometheus', 'prom/prometheus:v3.5', 2],
    ['monitoring', 'grafana', 'grafana/grafana:12', 1],
  ];
  for (const [namespace, name, image, replicas] of deployments) {
    kubectl('create', 'deployment', name, '--namespace', namespace, '--image', image, '--replicas', replicas);
  }
  for (const [namespace, name] of deployments) {
    kubectl('wait', '--for=condition=Available', `deployment/${name}`, '--namespace', namespace, '--timeout=60s');
  }
  // Pods that no node accepts.
  const spec = {
    nodeSelector: { gpu: 'true' },
    containers: [{ name: 'app', image: 'registry.example.com/recommend:0.3' }],
  };
  const metadata = { name: 'recommend-train', namespace: 'shop' };
  const pod = JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata, spec });
  execFileSync('kubectl', ['--kubeconfig', join(directory, '.trestle/admin.kubeconfig'), 'apply', '-f', '-'], {
    input: pod,
  });
}

async function open(colorScheme) {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: size,
    deviceScaleFactor: 1.5,
    colorScheme,
  });
  const page = await context.newPage();
  await page.goto(
    execFileSync(process.execPath, [program, 'open', '--no-browser'], { cwd: directory, encoding: 'utf8' }).trim(),
  );
  await page.waitForSelector('.shell');
  return page;
}

async function show(page, place, complete) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, place);
  await page.locator(complete).first().waitFor();
  // What was marked as changed has faded.
  await page.waitForTimeout(3_000);
}

async function linkIn(output) {
  let text = '';
  for await (const chunk of output) {
    text += chunk;
    if (/#login=\S+\n/.test(text)) return;
  }
  throw new Error(`no link in: ${text}`);
}
