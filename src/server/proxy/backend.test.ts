import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { Backend } from './backend.js';
import { respondWith } from './responding-server.test.support.js';

test('a server that switches to a protocol that was not requested is an error, and is disconnected', async () => {
  const { address, open } = await respondWith(
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: foo\r\n\r\nhello',
  );
  const backend = new Backend({ serverName: 'extension.default.svc', isInsecure: true });
  const sent = backend.send(address, { method: 'GET', target: '/', headers: ['host', 'a'] });
  await expect(sent).rejects.toThrow('backend tried to switch protocol "foo" when "" was requested');
  while (open() > 0) await new Promise(setImmediate);
});

test('a deadline is kept though memory is collected, and the connection goes', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { address, open } = await respondWith('HTTP/1.1 200 OK\r\n');
  const backend = new Backend({ serverName: 'extension.default.svc', isInsecure: true });
  const { signal } = new AbortController();
  const request = { method: 'GET', target: '/', headers: ['host', 'a'], signal, timeoutMilliseconds: 100 };
  const sent = expect(backend.send(address, request)).rejects.toMatchObject({ name: 'TimeoutError' });
  const collecting = setInterval(collect, 20);
  await sent;
  clearInterval(collecting);
  while (open() > 0) await new Promise(setImmediate);
});
