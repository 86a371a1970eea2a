// What must not leak: secrets in logs, keys in files that others can read, anything without credentials.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { token as adminToken } from '../../../bench/compare/support/servers.mjs';
import { expectStatus } from '../support/client.mjs';
import { createNamespace } from '../support/objects.mjs';
import { count, of } from '../support/report.mjs';
import { tokenOf } from '../support/servers.mjs';

const namespace = 'quiet';
const secret = 'xK9-a-value-that-nobody-may-see-q7';

export const secretsInLogs = {
  name: 'secrets in logs',
  async run(context) {
    const directory = context.environment.directory();
    const policy = join(directory, 'audit.yaml');
    writeFileSync(policy, 'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata}]\n');
    const audit = join(directory, 'audit.log');
    const flags = ['--v=6', `--audit-policy-file=${policy}`, `--audit-log-path=${audit}`];
    const server = await context.environment.server({
      storage: context.storage,
      directory,
      flags,
      users: [{ name: 'someone' }],
    });
    const client = server.client();
    await createNamespace(client, namespace);
    const leaked = await useSecrets(server, client);
    await server.kill('SIGTERM');
    const texts = [server.logText(), readFileSync(audit, 'utf8')];
    const found = leaked.filter((value) => texts.some((text) => text.includes(value)));
    for (const value of found) console.log(`    ${value.slice(0, 40)}… is in a log`);
    const bytes = texts.reduce((sum, text) => sum + text.length, 0);
    context.figure('secrets and tokens in logs at --v=6', {
      value: `${of(found.length, leaked.length)}, ${count(bytes / 1024)} KiB of logs`,
      holds: found.length === 0 && bytes > 1000,
    });
  },
};

/** Everything that must not appear, used in every way, valid and invalid. */
async function useSecrets(server, client) {
  const path = `/api/v1/namespaces/${namespace}/secrets`;
  const encoded = Buffer.from(secret).toString('base64');
  expectStatus(await client.post(path, { metadata: { name: 'one' }, stringData: { password: secret } }), 201);
  await client.put(`${path}/one`, { metadata: { name: 'one' }, data: { password: encoded } });
  await client.patch(`${path}/one`, { stringData: { password: secret, 'not a key': secret } });
  await client.post(path, { metadata: { name: 'NOT VALID' }, stringData: { password: secret } });
  await client.post(path, `{"metadata":{"name":"broken"},"stringData":{"password":"${secret}"`);
  await client.post(path, { metadata: { name: 'typed' }, stringData: { password: [secret] } });
  await client.get(`${path}/one`);
  expectStatus(
    await client.post(`/api/v1/namespaces/${namespace}/serviceaccounts`, { metadata: { name: 'robot' } }),
    201,
  );
  const made = await client.post(`/api/v1/namespaces/${namespace}/serviceaccounts/robot/token`, { spec: {} });
  const robotToken = expectStatus(made, 201).document.status.token;
  await client.post('/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token: robotToken } });
  await server.client({ token: robotToken }).get(path);
  await server.client({ token: `${robotToken}damaged` }).get(path);
  await server.client({ token: tokenOf('someone') }).get(path);
  await server.client({ token: 'a-token-that-is-known-to-no-one' }).get(path);
  return [
    secret,
    encoded,
    robotToken,
    robotToken.split('.')[2],
    adminToken,
    tokenOf('someone'),
    'a-token-that-is-known-to-no-one',
  ];
}

export const filesOfKeys = {
  name: 'modes of files',
  async run(context) {
    const server = await context.environment.server({ storage: context.storage });
    const files = readdirSync(server.directory, { recursive: true }).map((name) =>
      join(server.directory, String(name)),
    );
    const isOpen = (file) => (statSync(file).mode & 0o077) !== 0 && (statSync(dirname(file)).mode & 0o077) !== 0;
    const open = files.filter((file) => isPrivate(file) && isOpen(file));
    for (const file of open) console.log(`    ${file} ${(statSync(file).mode & 0o777).toString(8)}`);
    const number = files.filter(isPrivate).length;
    context.figure('keys and stores that others may read', {
      value: of(open.length, number),
      holds: open.length === 0 && number > 0,
    });
  },
};

/** Created by the server: sa.key and tokens.csv are ours. */
function isPrivate(file) {
  return /apiserver\.key$|\.mdb$|owner\.json$/.test(file);
}

export const anonymous = {
  name: 'anonymous access',
  async run(context) {
    const server = await context.environment.server({ storage: context.storage });
    const closed = await context.environment.server({ storage: context.storage, flags: ['--anonymous-auth=false'] });
    const cases = [
      ['/healthz', 200, 401],
      ['/livez', 200, 401],
      ['/readyz', 200, 401],
      ['/version', 200, 401],
      ['/api', 403, 401],
      ['/apis', 403, 401],
      ['/openapi/v2', 403, 401],
      ['/metrics', 403, 401],
      ['/api/v1/namespaces', 403, 401],
      ['/api/v1/namespaces/default/secrets', 403, 401],
      ['/debug/pprof/', 403, 401],
      ['/nothing/here', 403, 401],
    ];
    const wrong = [];
    for (const [path, whenOpen, whenClosed] of cases) {
      const found = [];
      for (const one of [server, closed]) found.push((await one.client({ token: '' }).get(path)).status);
      if (found.join() !== `${whenOpen},${whenClosed}`)
        wrong.push(`${path}: ${found}, expected ${whenOpen},${whenClosed}`);
    }
    for (const line of wrong) console.log(`    ${line}`);
    context.figure('answers without credentials that are not as they must be', {
      value: of(wrong.length, cases.length * 2),
      holds: wrong.length === 0,
    });
  },
};
