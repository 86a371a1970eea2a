import { afterEach, expect, it, vi } from 'vitest';
import { UsageError } from '../flags/index.js';
import { runProgram } from './run-program.js';

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

const systemError = (properties: object) => Object.assign(new Error('listen failed'), properties);

it.each<[string, Error, string]>([
  [
    'a privileged port',
    systemError({ code: 'EACCES', syscall: 'listen', port: 443 }),
    'port 443 is reserved for privileged users: give another --secure-port',
  ],
  [
    'a port in use',
    systemError({ code: 'EADDRINUSE', port: 6443 }),
    'port 6443 is in use: stop what listens there, or give another --secure-port',
  ],
  [
    'a foreign address',
    systemError({ code: 'EADDRNOTAVAIL', address: '10.0.0.1' }),
    '10.0.0.1 is no address of this machine: give another --bind-address',
  ],
  [
    'a missing file',
    Object.assign(new Error("ENOENT: no such file or directory, open '/x'"), { code: 'ENOENT' }),
    'open /x: no such file or directory',
  ],
  ['wrong flags', new UsageError(['--one is wrong', '--two is, too']), '--one is wrong\ntrestle: --two is, too'],
])('%s is explained in one sentence, without a stack', async (_, error, sentence) => {
  let written = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += text;
    return true;
  });
  await runProgram('trestle', async () => {
    throw error;
  });
  expect([written, process.exitCode]).toEqual([`trestle: ${sentence}\n`, 1]);
});

it('other errors are not hidden', async () => {
  const bug = new TypeError('x is not a function');
  await expect(
    runProgram('trestle', async () => {
      throw bug;
    }),
  ).rejects.toBe(bug);
});
