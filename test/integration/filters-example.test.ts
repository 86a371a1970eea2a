import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const example = fileURLToPath(new URL('../../examples/filters/maintenance.mjs', import.meta.url));
const page = fileURLToPath(new URL('../../docs/extension-server.md', import.meta.url));

test('the example of a filter is the one that the documentation shows', () => {
  expect(readFileSync(page, 'utf8')).toContain(`\`\`\`js\n${readFileSync(example, 'utf8')}\`\`\``);
});

test('the example suspends the writes of users, on the public exports alone', async () => {
  const { suspendableServer } = await import(example);
  const { EmbeddedStorage } = await import('trestle/storage/embedded' as string);
  const directory = mkdtempSync(join(tmpdir(), 'trestle-'));
  let isSuspended = false;
  const server = suspendableServer({ storage: await EmbeddedStorage.open() }, () => isSuspended);
  const versions = { v1: {} };
  server.install({ name: 'example.com', resources: [{ kind: 'Note', plural: 'notes', scope: 'Cluster', versions }] });
  await server.start({ host: '127.0.0.1', port: 0, tls: { certDirectory: directory, names: ['localhost'] } });
  const call = async (method: string, body?: object) => {
    const sent = https.request(`https://127.0.0.1:${server.port}/apis/example.com/v1/notes`, {
      method,
      headers: { 'content-type': 'application/json' },
      rejectUnauthorized: false,
    });
    sent.end(body && JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, json: JSON.parse(await text(response)) };
  };
  const create = (name: string) => call('POST', { metadata: { name } });

  expect((await create('first')).status).toBe(201);
  isSuspended = true;
  const { status, json } = await create('second');
  expect([status, json.message]).toEqual([503, 'writes are suspended for maintenance']);
  // The loopback client is an administrator.
  const notes = server.shared.loopback.client.resource({ group: 'example.com', version: 'v1', resource: 'notes' });
  await notes.create({ metadata: { name: 'third' } });
  const { json: list } = await call('GET');
  expect(list.items.map((note: { metadata: { name: string } }) => note.metadata.name)).toEqual(['first', 'third']);

  await server.close();
  rmSync(directory, { recursive: true });
});
