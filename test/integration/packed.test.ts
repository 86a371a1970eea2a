// The packed package in an empty project, as users install it: types under both resolutions, and a server that runs.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { call, ProgramProcess, temporaryDirectory } from './program.test.support.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sample = join(root, 'examples/sample-apiserver');
const tsc = join(root, 'node_modules/typescript/bin/tsc');

test('the packed package is installed, type-checked and run in an empty project', async () => {
  const project = temporaryDirectory();
  const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', project];
  const [{ filename, files }] = JSON.parse(
    execFileSync('npm', packing, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }).toString(),
  );
  expect(brokenLinks(files.map(({ path }: { path: string }) => path))).toEqual([]);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const installing = ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${filename}`];
  const { status, stderr } = spawnSync('npm', installing, { cwd: project });
  expect(String(stderr)).not.toMatch(/deprecated|ERESOLVE|EBADENGINE/);
  expect(status).toBe(0);

  cpSync(join(sample, 'src'), join(project, 'src'), { recursive: true });
  writeFileSync(join(project, 'src/all-exports.ts'), allExports());
  // The compiler's own dependency, not ours.
  symlinkSync(join(root, 'node_modules/@types'), join(project, 'node_modules/@types'));
  const { compilerOptions } = JSON.parse(readFileSync(join(sample, 'tsconfig.json'), 'utf8'));
  const bundler = { ...compilerOptions, module: 'esnext', moduleResolution: 'bundler', noEmit: true };
  for (const options of [bundler, compilerOptions]) {
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['src'] }));
    execFileSync(process.execPath, [tsc, '-p', project]);
  }

  // Every entry point can be required as well, and gives the same classes as when it is imported.
  const requiring = `for (const name of ${JSON.stringify(entryNames())}) require(name);
    console.log(require('trestle').ApiServer === require('trestle/server').ApiServer);`;
  expect(execFileSync(process.execPath, ['-e', requiring], { cwd: project, encoding: 'utf8' })).toBe('true\n');

  const flags = ['--insecure-allow-all', '--in-memory', '--secure-port=0', '--data-dir=data', '--cert-dir=data'];
  const server = new ProgramProcess(pathToFileURL(join(project, 'dist/main.js')), flags, project);
  const url = await server.readyUrl();
  const flunders = `${url}/apis/wardle.example.com/v1beta1/namespaces/default/flunders`;
  const body = { apiVersion: 'wardle.example.com/v1beta1', kind: 'Flunder', metadata: { name: 'packed' } };
  expect((await call(flunders, { method: 'POST', body })).status).toBe(201);
  expect((await server.end()).code).toBe(0);
}, 120_000);

/** Links of packed pages to files that are not packed. */
function brokenLinks(files: readonly string[]): string[] {
  const isPacked = (path: string) =>
    files.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`));
  const pages = files.filter((file) => file.endsWith('.md'));
  return pages.flatMap((page) => {
    const links = readFileSync(join(root, page), 'utf8').matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g);
    const targets = [...links].map(([, link]) => posix.join(posix.dirname(page), link!));
    return targets.filter((target) => !isPacked(target)).map((target) => `${page}: ${target}`);
  });
}

function entryNames(): string[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const entries = Object.keys(exports).filter((path) => path !== './package.json' && !path.includes('*'));
  return [...entries, './api/core/v1'].map((path) => path.replace('.', 'trestle'));
}

/** Imports every public entry point, so that their declarations are checked. */
function allExports(): string {
  return entryNames()
    .map((name, index) => `export type * as e${index} from '${name}';\n`)
    .join('');
}
