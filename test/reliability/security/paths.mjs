// Ambiguous paths: none of them may lead to objects that the user may not read.
import { connect } from 'node:tls';
import { token as adminToken } from '../../../bench/compare/support/servers.mjs';
import { expectStatus } from '../support/client.mjs';
import { createNamespace } from '../support/objects.mjs';
import { of } from '../support/report.mjs';
import { tokenOf } from '../support/servers.mjs';
import { inParallel, until } from '../support/until.mjs';

const marker = 'the-hidden-value';
const hidden = Buffer.from(marker).toString('base64');

export const pathTricks = {
  name: 'tricks with paths',
  async run(context) {
    const server = await context.environment.server({ storage: context.storage, users: [{ name: 'guest' }] });
    const admin = server.client();
    for (const namespace of ['open', 'closed']) await createNamespace(admin, namespace);
    expectStatus(
      await admin.post('/api/v1/namespaces/closed/secrets', { metadata: { name: 'hidden' }, data: { value: hidden } }),
      201,
    );
    expectStatus(
      await admin.post('/api/v1/namespaces/open/configmaps', { metadata: { name: 'shown' }, data: { value: 'fine' } }),
      201,
    );
    await allowGuest(admin);
    const shown = '/api/v1/namespaces/open/configmaps/shown';
    await until('the guest may read', async () =>
      (await raw(server.port, { target: shown, token: tokenOf('guest') })).includes('fine'),
    );
    const seen = await raw(server.port, { target: '/api/v1/namespaces/closed/secrets/hidden', token: undefined });
    if (!seen.includes(hidden)) throw new Error('the administrator does not see the secret: this check cannot fail');
    const reached = [];
    const targets = tricks();
    await inParallel(targets, 8, async (target) => {
      for (const token of [tokenOf('guest'), '']) {
        const answer = await raw(server.port, { target, token });
        if (answer.includes(hidden) || answer.includes(marker)) reached.push(target);
      }
    });
    for (const target of reached) console.log(`    ${target}`);
    context.figure('paths by which a secret was reached', {
      value: of(reached.length, targets.length * 2),
      holds: reached.length === 0,
    });
  },
};

async function allowGuest(admin) {
  const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/open';
  const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }];
  expectStatus(await admin.post(`${rbac}/roles`, { metadata: { name: 'all' }, rules }), 201);
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'all' };
  const subjects = [{ apiGroup: roleRef.apiGroup, kind: 'User', name: 'guest' }];
  expectStatus(await admin.post(`${rbac}/rolebindings`, { metadata: { name: 'all' }, roleRef, subjects }), 201);
}

/** The guest may do everything in `open`: can it get from there to `closed`? */
function tricks() {
  const inside = '/api/v1/namespaces/open';
  const outside = 'namespaces/closed/secrets/hidden';
  const dots = ['..', '%2e%2e', '%2E.', '.%2e', '..%00', '..;', '%252e%252e', '..%c0%af', '．．', '....'];
  const slashes = ['/', '%2f', '%2F', '//', '/./', '\\', '%5c', '%252f', '/%2e/', '%c0%af'];
  const climbing = dots.flatMap((dot) =>
    slashes.flatMap((slash) => [
      `${inside}${slash}${dot}${slash}closed${slash}secrets${slash}hidden`,
      `${inside}/secrets${slash}${dot}${slash}${dot}${slash}closed/secrets/hidden`,
      `${inside}/configmaps${slash}${dot}${slash}..${slash}closed${slash}secrets${slash}hidden`,
      `/healthz${slash}${dot}${slash}api/v1/${outside}`,
    ]),
  );
  const other = [
    `/api/v1/${outside}`,
    `//api/v1/${outside}`,
    `/API/v1/${outside}`,
    `/api/v1/NAMESPACES/closed/secrets/hidden`,
    `/api/v1/${outside}/`,
    `/api/v1/${outside}?namespace=open`,
    `/api/v1/namespaces/open/secrets/hidden?namespace=closed`,
    `/api/v1/namespaces/open/secrets?namespace=closed`,
    `/api/v1/namespaces/open;closed/secrets/hidden`,
    `/api/v1/namespaces/open%00closed/secrets/hidden`,
    `/api/v1/namespaces/closed%23/secrets/hidden`,
    `/api/v1/${outside}#/namespaces/open`,
    `/api/v1/secrets?fieldSelector=metadata.namespace%3Dopen`,
    `/api/v1/secrets?fieldSelector=metadata.namespace%3Dclosed`,
    '/api/v1/secrets',
    '/api/v1/secrets?watch=1&timeoutSeconds=1',
    '/api/v1/watch/secrets?timeoutSeconds=1',
    `/api/v1/watch/${outside}?timeoutSeconds=1`,
    '/api/v1/watch/namespaces/closed/secrets?timeoutSeconds=1',
    `/api/v1/proxy/${outside}`,
    `/api/v1/redirect/${outside}`,
    `https://127.0.0.1/api/v1/${outside}`,
    `http://open/api/v1/${outside}`,
    `/apis//v1/${outside}`,
    `/apis/v1/${outside}`,
    `/apis/core/v1/${outside}`,
    `/api/v1/namespaces/open/services/https:a:1/proxy/../../../../${outside}`,
    `/api/v1/namespaces/open/pods/a/proxy/../../../closed/secrets/hidden`,
    `/api/v1/namespaces//secrets/hidden`,
    `/api/v1/namespaces/*/secrets/hidden`,
    `/api/v1/namespaces/closed/secrets/hidden/status`,
    `/api/v1/namespaces/closed/secrets/hidden/..`,
    `/registry/secrets/closed/hidden`,
    `/debug/api_priority_and_fairness/dump_requests`,
    `/metrics`,
    `/openapi/v2`,
  ];
  return [...climbing, ...other];
}

/** Sends the target unchanged: clients would normalise it. Returns the raw response. */
function raw(port, { target, token }) {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      const credentials = token === '' ? '' : `Authorization: Bearer ${token ?? adminToken}\r\n`;
      socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\n${credentials}Connection: close\r\n\r\n`);
    });
    const timer = setTimeout(() => socket.destroy(), 10_000);
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(answer);
    });
  });
}
