// The commands beside `trestle start`, and what a first start prints.
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ProgramProcess, temporaryDirectory } from './program.test.support.js';

const run = (directory: string, ...args: string[]) => new ProgramProcess('main', args, directory).ended();

it('every command explains itself, and the usage names it', async () => {
  const directory = temporaryDirectory();
  const { stdout: usage } = await run(directory, '--help');
  const names = [...new Set([...usage.matchAll(/^ {2}trestle \[?(\w[\w-]*)/gm)].map(([, name]) => name!))];
  expect(names.sort()).toEqual(
    [
      ...['start', 'status', 'open', 'kubeconfig', 'doctor', 'keys', 'snapshot', 'console', 'test-server', 'envtest'],
      ...['controllers', 'version'],
    ].sort(),
  );
  const helps = await Promise.all(names.map((name) => run(directory, name, '--help')));
  expect(helps.map(({ code, stderr }) => [code, stderr])).toEqual(names.map(() => [0, '']));
  for (const [index, { stdout }] of helps.entries()) {
    expect(stdout).not.toBe(usage);
    expect(stdout).toMatch(new RegExp(`Usage:\n {2}trestle \\[?${names[index]}`));
  }
  expect(await run(directory, 'strat', '--help')).toMatchObject({ code: 1, stdout: '' });
});

it('the first start prints the greeting and nothing else; commands describe the server and share its keys', async () => {
  const directory = temporaryDirectory();
  const none = await run(directory, 'status');
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('admin.kubeconfig: start a server first')]);

  const server = new ProgramProcess('main', ['--secure-port=0'], directory);
  const url = await server.readyUrl();
  const { code, stdout } = await run(directory, 'status');
  expect(code).toBe(0);
  const fact = (name: string) => new RegExp(`^${name} +(.*)$`, 'm').exec(stdout)?.[1];
  expect(fact('server')).toMatch(new RegExp(`^${url}, ready, up \\d+ s$`));
  expect(fact('version')).toMatch(/^v1\.36\.\d+\+trestle, node v\d/);
  expect(fact('store')).toMatch(/^embedded, \.trestle, [\d.]+ (KB|MB)$/);
  expect(Number(fact('revision'))).toBeGreaterThan(50);
  expect(Number(fact('watches'))).toBeGreaterThan(0);
  expect(fact('requests')).toMatch(/^\d+\/s$/);
  expect(fact('memory')).toMatch(/^[\d.]+ MB$/);
  expect(Number(fact('objects'))).toBeGreaterThan(100);
  expect(stdout).toMatch(/^ +4 {2}namespaces$/m);

  const running = await run(directory, 'doctor');
  expect([running.code, running.stderr]).toEqual([0, '']);
  expect(running.stdout).toMatch(
    new RegExp(`server +${url} is ready\nstore +.* is in use; stop the server[^\n]*\nsound\n$`),
  );

  expect(await run(directory, 'keys', 'export', 'keys.json')).toEqual({
    code: 0,
    stdout: 'saved keys.json\n',
    stderr: '',
  });
  expect(statSync(join(directory, 'keys.json')).mode & 0o077).toBe(0);
  expect(await run(directory, 'keys', 'export', 'keys.json')).toMatchObject({
    code: 1,
    stderr: 'trestle: open keys.json: file already exists\n',
  });
  const piped = await run(directory, 'keys', 'export', '-');
  expect(piped.stdout).toBe(readFileSync(join(directory, 'keys.json'), 'utf8'));
  expect((await run(directory, 'keys', 'import', 'keys.json', '--data-dir=other')).stdout).toBe(
    'imported into other\n',
  );
  expect(readFileSync(join(directory, 'other/pki/ca.key'))).toEqual(
    readFileSync(join(directory, '.trestle/pki/ca.key')),
  );
  expect(await run(directory, 'keys', 'import', 'none')).toMatchObject({
    code: 1,
    stderr: 'trestle: stat none: no such file or directory\n',
  });
  expect((await run(directory, 'keys')).stderr).toContain('usage: trestle keys export FILE or import FILE');

  const ended = await server.end();
  // The line is for slow machines.
  expect(ended).toMatchObject({ code: 0, stderr: expect.stringMatching(/^(waiting for the server to be ready\n)?$/) });
  expect(ended.stdout).toMatch(
    /^Kubernetes API server on https:\/\/[^\n]+\n\n {2}export [^\n]+\n {2}kubectl [^\n]+\n\nConsole, [^\n]+\n\n$/,
  );
  chmodSync(join(directory, '.trestle/pki/sa.key'), 0o644);
  const stopped = await run(directory, 'doctor');
  expect([stopped.code, stopped.stderr]).toEqual([1, expect.stringContaining('sa.key can be read by other users')]);
  expect(stopped.stdout).toMatch(/server +does not run\nstore +.*\n {2}file[\s\S]*\n1 problem\n$/);
}, 60_000);

it('what trestle does unlike kube-apiserver is undone by flags', async () => {
  const { stdout } = await run(temporaryDirectory(), 'start', '--help');
  expect(stdout).toContain('--allow-privileged=false');
  expect(stdout).toContain('--enable-admission-plugins=ServiceAccount');
});
