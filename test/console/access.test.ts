import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ProgramProcess, temporaryDirectory } from '../integration/program.test.support.js';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

function call(url: string, options: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
  const { method = 'GET', headers = {}, body } = options;
  return new Promise<Answer>((resolve, reject) => {
    const send = url.startsWith('https:') ? secureRequest : plainRequest;
    // As it is: URL would resolve dots.
    const path = url.slice(new URL(url).origin.length);
    const sent: ClientRequest = send(url, { path, method, headers, agent: false, rejectUnauthorized: false });
    sent.on('response', (response: IncomingMessage) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body: text }));
    });
    sent.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve({ status: 101, headers: {}, body: '' });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const own = { 'x-trestle-console': '1', 'sec-fetch-site': 'same-origin' };

/** What `trestle open` prints. */
async function freshSecret(directory: string): Promise<string> {
  const { stdout } = await new ProgramProcess('main', ['open', '--no-browser'], directory).ended();
  return /#login=(\S+)/.exec(stdout)![1]!;
}

it('a link logs in once; its cookie serves the pages of this origin only', async () => {
  const directory = temporaryDirectory();
  const server = new ProgramProcess('main', ['--in-memory', '--secure-port', '0'], directory);
  const url = await server.readyUrl();
  const session = `${url}/console/session`;
  const secret = await freshSecret(directory);
  const logIn = (headers: Record<string, string>, content: object = { secret }) =>
    call(session, { method: 'POST', headers, body: JSON.stringify(content) });

  // A page of another origin cannot log in, and does not use the link up.
  expect((await logIn({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await logIn({ ...own, origin: 'https://evil.example' })).status).toBe(403);
  const loggedIn = await logIn({ ...own, origin: url });
  expect(loggedIn.status).toBe(200);
  const port = new URL(url).port;
  const [setCookie = ''] = loggedIn.headers['set-cookie'] ?? [];
  const [pair = '', ...attributes] = setCookie.split('; ');
  expect(pair).toMatch(new RegExp(`^__Host-trestle-${port}=[\\w-]{43}$`));
  expect(attributes).toEqual(['Path=/', 'Secure', 'HttpOnly', 'SameSite=Strict', 'Max-Age=43200']);
  expect((await logIn(own)).status).toBe(401);
  expect((await logIn(own, { secret: 'x'.repeat(43) })).status).toBe(401);
  expect((await logIn(own, { token: 'none' })).status).toBe(401);
  expect((await logIn(own, [])).status).toBe(400);

  const secrets = `${url}/api/v1/secrets`;
  const get = (headers: Record<string, string>, target = secrets) =>
    call(target, { headers: { cookie: `other=1; ${pair}`, ...headers } });
  expect((await get(own)).status).toBe(200);
  expect(JSON.parse((await get(own, session)).body)).toMatchObject({ user: 'kubernetes-admin' });
  // Everything else is anonymous: navigations, forms, other sites, other ports of this host.
  for (const headers of [
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'cross-site' },
    { 'x-trestle-console': '1', 'sec-fetch-site': 'same-site' },
    { 'x-trestle-console': '1', origin: 'https://evil.example' },
    { origin: url },
    {},
  ] as Record<string, string>[]) {
    expect((await get(headers)).status, JSON.stringify(headers)).toBe(403);
  }
  const createNamespace = await call(`${url}/api/v1/namespaces`, {
    method: 'POST',
    headers: { cookie: pair, 'content-type': 'text/plain', origin: 'https://evil.example' },
    body: '{"metadata":{"name":"forged"}}',
  });
  expect(createNamespace.status).toBe(403);
  const webSocket = (origin: string) => ({
    connection: 'Upgrade',
    upgrade: 'websocket',
    origin,
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  });
  const watched = `${url}/api/v1/namespaces?watch=1&timeoutSeconds=1`;
  expect((await get(webSocket(url), watched)).status).toBe(101);
  expect((await get(webSocket('https://evil.example'), watched)).status).toBe(403);

  // The secret of a link or of another server is no cookie.
  expect((await get({ ...own, cookie: `__Host-trestle-${port}=${secret}` })).status).toBe(401);
  const loggedOut = await call(session, { method: 'DELETE', headers: { ...own, cookie: pair } });
  expect(loggedOut.headers['set-cookie']?.[0]).toContain('Max-Age=0');
  expect((await get(own)).status).toBe(401);
  expect((await get(own, session)).status).toBe(401);
});

it('pages are files of the build, with a strict policy; paths lead nowhere else', async () => {
  const directory = temporaryDirectory();
  const url = await new ProgramProcess('main', ['--in-memory', '--secure-port', '0'], directory).readyUrl();
  const page = await call(`${url}/console/`);
  expect(page.status).toBe(200);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(page.headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-cache',
  });
  expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|https?:/);
  const [, script] = /src="([^"]+\.js)"/.exec(page.body)!;
  const compressed = await call(`${url}/console/${script}`, { headers: { 'accept-encoding': 'gzip, br' } });
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect((await call(`${url}/console/${script}`)).body).toContain('import');
  const linked = [...page.body.matchAll(/(?:src|href)="([^"]+\.(?:js|css|svg))"/g)].map(([, file]) => file!);
  const sizes = linked.map((file) => statSync(new URL(`../../lib/console/${file}.gz`, import.meta.url)).size);
  expect(linked.length).toBeGreaterThan(2);
  expect(sizes.reduce((sum, size) => sum + size, page.body.length)).toBeLessThan(200 * 1024);
  for (const path of [
    '../package.json',
    '..%2fpackage.json',
    '%2e%2e/main.js',
    'index.html/',
    'x/../index.html',
    '.gz',
    'a.js%00',
  ]) {
    expect((await call(`${url}/console/${path}`)).status, path).toBe(404);
  }
  expect((await call(`${url}/console/`, { method: 'POST' })).status).toBe(405);
  // Only users that are authorized get links.
  expect((await call(`${url}/console/links`, { method: 'POST' })).status).toBe(403);
  // A document that is not the console's runs in an origin of its own.
  const version = await call(`${url}/version`, { headers: { 'sec-fetch-dest': 'document' } });
  expect(version.headers['content-security-policy']).toMatch(/^sandbox /);
});

it('kube-apiserver and --enable-console=false serve no console', async () => {
  const directory = temporaryDirectory();
  const args = ['--in-memory', '--secure-port', '0', '--enable-console=false'];
  const server = new ProgramProcess('main', args, directory);
  const url = await server.readyUrl();
  expect((await call(`${url}/console/`)).status).toBe(403);
  expect((await server.end()).stdout).not.toContain('Console');
  const { stdout } = await new ProgramProcess('kube-apiserver', ['--help'], directory).ended();
  expect(stdout).toMatch(/--enable-console\s/);
});

it.skipIf(process.platform !== 'linux')('the browser gets a link in a private file, not as an argument', async () => {
  const directory = temporaryDirectory();
  const browser = `#!/bin/sh
echo "$@" > '${directory}/arguments'
file=\${1#file://}
stat --format=%a "$file" "$(dirname "$file")" > '${directory}/modes'
cp "$file" '${directory}/opened.html'
`;
  writeFileSync(join(directory, 'xdg-open'), browser, { mode: 0o755 });
  vi.stubEnv('PATH', `${directory}${delimiter}${process.env['PATH']}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const url = await new ProgramProcess('main', ['--in-memory', '--secure-port', '0'], directory).readyUrl();
  const { stdout } = await new ProgramProcess('main', ['open'], directory).ended();
  const link = stdout.trim();
  expect(link).toMatch(new RegExp(`^${url}/console/#login=[\\w-]{43}$`));
  const read = (name: string) => readFileSync(join(directory, name), 'utf8');
  expect(read('opened.html')).toContain(`content="0; url=${link}"`);
  expect(read('modes')).toBe('600\n700\n');
  expect(read('arguments')).not.toContain('login');
  // It is removed when the browser has read it.
  expect(existsSync(read('arguments').trim().replace('file://', ''))).toBe(false);
});

it('trestle console forwards requests of its own pages, with the credentials of a kubeconfig', async () => {
  const directory = temporaryDirectory();
  const server = await new ProgramProcess('main', ['--in-memory', '--secure-port', '0'], directory).readyUrl();
  const kubeconfig = join(directory, '.trestle', 'admin.kubeconfig');
  const loopback = new ProgramProcess('main', ['console', '--kubeconfig', kubeconfig, '--no-browser'], directory);
  const page = await loopback.printed(/http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/console\//);
  const root = page.slice(0, -'console/'.length);
  expect((await call(page)).body).toContain('<div id="app">');
  expect(JSON.parse((await call(`${page}session`, { headers: own })).body)).toMatchObject({ server });
  expect((await call(`${root}api/v1/secrets`, { headers: own })).status).toBe(200);

  const { origin, port } = new URL(page);
  expect((await call(`${origin}/api/v1/secrets`, { headers: own })).status).toBe(404);
  expect((await call(`${origin}/console/`)).status).toBe(404);
  // A name of the attacker that resolves to this machine.
  expect((await call(page, { headers: { host: `evil.example:${port}` } })).status).toBe(404);
  const foreign: Record<string, string>[] = [
    {},
    { ...own, 'sec-fetch-site': 'cross-site' },
    { ...own, origin: 'http://evil.example' },
  ];
  for (const headers of foreign) {
    expect((await call(`${root}api/v1/secrets`, { headers })).status, JSON.stringify(headers)).toBe(403);
  }
  // What the page sends cannot change who it is.
  const review = await call(`${root}apis/authentication.k8s.io/v1/selfsubjectreviews`, {
    method: 'POST',
    headers: { ...own, 'content-type': 'application/json', authorization: 'Bearer x', 'impersonate-user': 'jane' },
    body: JSON.stringify({ kind: 'SelfSubjectReview', apiVersion: 'authentication.k8s.io/v1' }),
  });
  expect(JSON.parse(review.body).status.userInfo.username).toBe('kubernetes-admin');
});
