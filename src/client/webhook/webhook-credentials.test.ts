import { expect, test } from 'vitest';
import { emptyKubeconfig } from '../kubeconfig/index.js';
import { webhookCredentials } from './index.js';

const names = ['hook.tools.svc:8443', 'hook.tools.svc', '*.tools.svc', '*.example.com:9443', '127.0.0.1:9443', '*'];
const users = names.map((name) => ({ name, user: { token: name } }));

test.each<[address: string, user: string | undefined]>([
  ['hook.tools.svc:8443', 'hook.tools.svc:8443'],
  ['hook.tools.svc:443', 'hook.tools.svc'],
  ['other.tools.svc:443', '*.tools.svc'],
  ['other.tools.svc:8443', '*'],
  ['a.b.example.com:9443', '*.example.com:9443'],
  ['127.0.0.1:9443', '127.0.0.1:9443'],
])('the webhook at %s is shown the credentials of %s', async (address, user) => {
  const credentials = webhookCredentials({ ...emptyKubeconfig, users })(address);
  expect(await credentials?.authorization?.()).toBe(`Bearer ${user}`);
});

test('a webhook without its own credentials gets those of the current user, if any', async () => {
  const [user] = users.slice(0, 1);
  const context = { name: 'c', context: { cluster: '', user: user!.name } };
  const config = { ...emptyKubeconfig, users: [user!], contexts: [context] };
  expect(webhookCredentials(config)('elsewhere:443')).toBeUndefined();
  const current = webhookCredentials({ ...config, 'current-context': 'c' })('elsewhere:443');
  expect(await current?.authorization?.()).toBe(`Bearer ${user!.name}`);
});
