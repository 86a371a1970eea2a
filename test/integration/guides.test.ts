// Runs everything that the guides show on a console, as written, in an empty directory each.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../src/apimachinery/free-ports.test.support.js';
import { etcdIsInstalled } from '../../src/storage/etcd/testing/index.js';
import { matches, normalized, Shell, stepsOf } from './readme.test.support.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const guides = [
  'getting-started',
  'moving-from-envtest',
  'control-plane',
  'metrics',
  'testing',
  'troubleshooting',
  'storage',
];
if (etcdIsInstalled()) guides.push('operating');

describe.each(guides)('docs/%s.md', (guide) => {
  const steps = stepsOf(readFileSync(join(root, `docs/${guide}.md`), 'utf8'));
  let directory: string;
  let shell: Shell;
  /** Stands for that of etcd. */
  let port: number;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'trestle-guide-'));
    mkdirSync(join(directory, 'work'));
    symlinkSync(join(root, 'examples'), join(directory, 'work/examples'));
    port = await freePort();
    writePrograms(join(directory, 'bin'), port);
    const { KUBECONFIG: _, ...env } = process.env;
    const path = `${join(directory, 'bin')}${delimiter}${process.env['PATH']}`;
    shell = new Shell(join(directory, 'work'), { ...env, PATH: path });
  });
  afterAll(async () => {
    await shell.close();
    rmSync(directory, { recursive: true, force: true });
  }, 60_000);

  test('has something to run', () => expect(steps.length).toBeGreaterThan(1));

  test.each(steps)('$command', async ({ command, output }) => {
    const text = inBackground(command.replaceAll('2379', String(port)), output);
    const received = await shell.run(text, { isSilent: output.trim() === '' });
    const lines = normalized(received.replace(/(https:\/\/127\.0\.0\.1):\d+/g, '$1:6443'));
    const expected = normalized(output);
    expect(matches(lines, expected) ? expected : lines).toEqual(expected);
  });
});

/** Waits for what a server prints when it is ready; it may print other lines before and afterwards. */
function inBackground(command: string, output: string): string {
  if (!command.endsWith(' &') || output.trim() === '') return command;
  const [before, after] = output.trim().split(':6443') as [string, string];
  const ready = `grep -s '^${before}:[0-9]*${after}' server.log`;
  // That of a server before must not be read.
  const start = `rm -f server.log\n${command.slice(0, -1)} > server.log 2>&1 &`;
  return `${start}\nuntil ${ready} || ! kill -0 $!; do sleep 0.1; done`;
}

/** `npx trestle` is the one that was built, on any free port; etcd listens on the given one. */
function writePrograms(folder: string, port: number): void {
  mkdirSync(folder);
  const main = join(root, 'lib/app/main.js');
  const npx = `#!/bin/bash
shift
case "$1" in ''|-*) exec "${process.execPath}" "${main}" --secure-port=0 "$@" ;; *) exec "${process.execPath}" "${main}" "$@" ;; esac
`;
  writeFileSync(join(folder, 'npx'), npx, { mode: 0o755 });
  const url = `http://127.0.0.1:${port}`;
  const flags = `--listen-client-urls ${url} --advertise-client-urls ${url} --listen-peer-urls http://127.0.0.1:0`;
  const etcd = `#!/bin/bash\nPATH=\${PATH#*:}\nexec etcd ${flags} "$@" > /dev/null 2>&1\n`;
  writeFileSync(join(folder, 'etcd'), etcd, { mode: 0o755 });
}
