// How the program handles uncaught errors. A preloaded module raises them.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, ProgramProcess, temporaryDirectory } from './program.test.support.js';

async function start(onSignal: string) {
  const directory = temporaryDirectory();
  const module = `process.on('SIGUSR2', () => { ${onSignal} })`;
  const nodeArguments = ['--import', `data:text/javascript,${encodeURIComponent(module)}`];
  const program = new ProgramProcess('main', ['--secure-port=0'], directory, { nodeArguments });
  const url = await program.readyUrl();
  const pem = (name: string) => readFileSync(join(directory, '.trestle/pki', name));
  const tls = { cert: pem('admin.crt'), key: pem('admin.key') };
  const counted = async (kind: string) => {
    const { body } = await call(`${url}/metrics`, tls);
    return Number(new RegExp(`^nodejs_uncaught_errors_total\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(body)?.[1]);
  };
  return { program, url, tls, counted };
}

const socketError = `Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })`;

test.each([
  { name: 'a rejection', onSignal: `Promise.reject(new Error('left alone'))`, kind: 'rejection', log: 'left alone' },
  { name: 'a rejection without an error', onSignal: 'Promise.reject(undefined)', kind: 'rejection', log: 'undefined' },
  { name: 'a broken connection', onSignal: `throw ${socketError}`, kind: 'exception', log: 'read ECONNRESET' },
])('$name is logged and counted, and the server goes on', async ({ onSignal, kind, log }) => {
  const { program, url, counted } = await start(onSignal);
  expect(await counted(kind)).toBe(0);
  program.signal('SIGUSR2');
  while ((await counted(kind)) === 0) await new Promise(setImmediate);
  expect((await call(`${url}/readyz`)).status).toBe(200);
  const { code, stderr } = await program.end();
  expect([code, stderr]).toEqual([0, expect.stringMatching(new RegExp(`^E.*err="${log}"`, 'm'))]);
});

test('an exception is logged, and ends the server in order with exit code 1', async () => {
  const { program, url, tls } = await start(`throw new TypeError('broken')`);
  const sent = get(`${url}/api/v1/secrets?watch=1`, { agent: false, rejectUnauthorized: false, ...tls });
  const [watch] = await once(sent, 'response');
  const ended = once(watch.resume(), 'end');
  program.signal('SIGUSR2');
  const { code, stderr } = await program.ended();
  await ended;
  expect([code, watch.complete]).toEqual([1, true]);
  expect(stderr).toMatch(/^E.*"Uncaught exception: the server ends" err="broken"\nTypeError: broken\n/m);
});

test('an exception while the server ends does not keep it from doing so', async () => {
  const { program } = await start(`setTimeout(() => { throw new Error('once more') }); throw new Error('first')`);
  program.signal('SIGUSR2');
  const { code, stderr } = await program.ended();
  expect([code, stderr]).toEqual([1, expect.stringMatching(/err="first"(.|\n)*"Uncaught exception" err="once more"/)]);
});
