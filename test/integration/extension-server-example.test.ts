// An extension server of the sample's size, written with docs/extension-server.md alone.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'trestle-cinema-'));
const source = readFileSync(join(root, 'examples/extension-server/cinema.ts'), 'utf8');
let server: ChildProcess;
let access: string[];

const kubectl = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)('kubectl', [...access, ...args], { cwd: directory })).stdout;

/** Creates an object; resolves to what kubectl prints, whether it succeeds or not. */
async function create(version: string, kind: string, name: string, fields: object): Promise<string> {
  const object = { apiVersion: `cinema.example.com/${version}`, kind, metadata: { name }, ...fields };
  writeFileSync(join(directory, 'object.json'), JSON.stringify(object));
  return kubectl('create', '-f', 'object.json').catch(({ stderr }: { stderr: string }) => stderr);
}

/** Type-checks the program as strictly as possible, in an empty project that has the package installed, and starts it. */
beforeAll(async () => {
  mkdirSync(join(directory, 'node_modules/@types'), { recursive: true });
  symlinkSync(root, join(directory, 'node_modules/trestle'));
  symlinkSync(join(root, 'node_modules/@types/node'), join(directory, 'node_modules/@types/node'));
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(directory, 'cinema.ts'), source);
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--types', 'node'];
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const args = [compiler, '--module', 'nodenext', '--target', 'es2023', ...strict, 'cinema.ts'];
  execFileSync(process.execPath, args, { cwd: directory, stdio: 'inherit' });
  const flags = ['--insecure-allow-all', '--secure-port=0', '--data-dir=data', '--cert-dir=.'];
  server = spawn(process.execPath, ['cinema.js', ...flags], { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  server.stderr!.on('data', (chunk) => {
    log += chunk;
  });
  await vi.waitFor(() => expect(log).toContain('Serving securely on'), { timeout: 60_000 });
  const url = /https:\S+?(?=")/.exec(log)![0];
  access = ['--server', url, '--certificate-authority', 'apiserver.crt', '--token=any', '--cache-dir=cache'];
}, 120_000);
afterAll(() => {
  server.kill('SIGKILL');
  rmSync(directory, { recursive: true });
});

test('has no cast and fewer than 150 lines', () => {
  expect(source.trimEnd().split('\n').length).toBeLessThan(150);
  const code = source.replace(/\/\/.*|'[^'\n]*'/g, '');
  expect(code).not.toMatch(/\bas [\w{]|\w!\W|\bany\b/);
});

test('converts between versions, sets defaults, validates and reconciles', async () => {
  expect(await create('v1alpha1', 'Screening', 'old', { film: 'Metropolis', seats: 2, reserved: 2 })).toContain(
    'created',
  );
  await vi.waitFor(async () => expect(await kubectl('get', 'scr')).toMatch(/old +Metropolis +SoldOut/), {
    timeout: 20_000,
  });
  const { spec } = JSON.parse(await kubectl('get', 'screenings.v1.cinema.example.com', 'old', '-o', 'json'));
  expect(spec).toEqual({ film: 'Metropolis', hall: { name: 'main', seats: 2 }, reserved: 2 });
  const full = { spec: { film: 'M', hall: { seats: 1 }, reserved: 2 } };
  expect(await create('v1', 'Screening', 'full', full)).toContain('must not exceed the seats of the hall');
  expect(await kubectl('get', 'scr', '--field-selector=spec.film=Metropolis', '-o', 'name')).toContain('/old');
});

test('has rules and an admission plug-in that reads other objects', async () => {
  const change = kubectl('patch', 'scr', 'old', '--type=merge', '-p', '{"spec":{"film":"M"}}');
  await expect(change).rejects.toThrow('a screening keeps its film');
  expect(await create('v1', 'Ban', 'noir', { films: ['M'] })).toContain('created');
  await vi.waitFor(
    async () => expect(await create('v1', 'Screening', 'banned', { spec: { film: 'M' } })).toContain('noir bans M'),
    { timeout: 20_000 },
  );
});

test('ends with everything closed', async () => {
  const exit = once(server, 'exit');
  server.kill('SIGTERM');
  expect((await exit)[0]).toBe(0);
});
