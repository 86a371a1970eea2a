import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Prints the stack of an error that the installed package throws. */
const program = `
  import { parseLabelSelector } from 'trestle/apimachinery/selectors';
  try { parseLabelSelector('a in ('); } catch (error) { console.log(error.stack); }
`;

function stackWith(...options: string[]): string {
  const parameters = [...options, '--input-type=module', '--eval', program];
  return execFileSync(process.execPath, parameters, { cwd: root, encoding: 'utf8' });
}

test('with --enable-source-maps, stack traces lead to lines of the sources', () => {
  const place = /\(.*[\\/](src[\\/]apimachinery[\\/]selectors[\\/]label-parser\.ts):(\d+):\d+\)/;
  const [, file = '', line] = place.exec(stackWith('--enable-source-maps')) ?? [];
  expect(readFileSync(`${root}/${file}`, 'utf8').split('\n')[Number(line) - 1]).toContain('new SelectorError(');
});

test('otherwise they lead to lines of the bundle, which does not name its map', () => {
  const [, line] = /\(.*library\.cjs:(\d+):\d+\)/.exec(stackWith()) ?? [];
  const bundle = readFileSync(`${root}/lib/library.cjs`, 'utf8');
  expect(bundle.split('\n')[Number(line) - 1]).toContain('new SelectorError(');
  expect(bundle).not.toMatch(/^\/\/# sourceMappingURL/m);
});
