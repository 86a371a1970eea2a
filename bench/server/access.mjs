// The cost of authenticating and authorizing a request; the rest of a request is not included.

import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AccountTokenAuthenticator,
  localIssuer,
  readTokenKeys,
  signWebToken,
} from '../../dist/kube/service-account-tokens/index.js';
import { CachedTokens } from '../../dist/server/authentication/index.js';
import { resourceAccess } from '../../dist/server/authorization/index.js';
import { WebhookAuthorizer } from '../../dist/server/authorization/webhook/index.js';
import { MetricsRegistry } from '../../dist/server/metrics/index.js';

export const title = 'access';

const rounds = 7;
const issuer = 'https://kubernetes.default.svc';

export async function run(bench) {
  const { authenticator, token } = await serviceAccount();
  const text = Buffer.from(token);
  // A new string each time, as with every request.
  const ask = (tokens) => () => tokens.authenticateToken(text.latin1Slice(), [issuer]);
  const options = { successMilliseconds: 10_000, failureMilliseconds: 10_000, keepsErrors: true };
  const cached = new CachedTokens(authenticator, { ...options, metrics: new MetricsRegistry() });
  bench.row('token of a service account, looked at', await nanoseconds(2000, ask(authenticator)), 'ns');
  bench.row('the same, remembered', await nanoseconds(50_000, ask(cached)), 'ns');

  const user = { name: 'jane', groups: ['devs', 'system:authenticated'] };
  const info = resourceAccess({ verb: 'get', resource: 'pods', namespace: 'default', name: 'a', apiVersion: 'v1' });
  const decide = (...matchConditions) => {
    const authorizer = webhook(matchConditions);
    return () => authorizer.authorize(user, info);
  };
  bench.row('webhook, remembered', await nanoseconds(50_000, decide()), 'ns');
  bench.row('webhook, remembered, with a condition', await nanoseconds(50_000, decide('request.user == "jane"')), 'ns');
  bench.row('webhook, left out by a condition', await nanoseconds(50_000, decide('request.user == "john"')), 'ns');
}

async function serviceAccount() {
  const directory = mkdtempSync(join(tmpdir(), 'trestle-bench-'));
  const signingKeyFile = join(directory, 'sa.key');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(signingKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const keys = await readTokenKeys({ signingKey: { file: signingKeyFile }, keyFiles: [] });
  rmSync(directory, { recursive: true });
  const bound = { metadata: { name: 'a', namespace: 'default', uid: 'u' } };
  const find = async () => bound;
  const authenticator = new AccountTokenAuthenticator({
    ...{ issuers: [issuer], tokens: localIssuer(keys), audiences: [issuer], lookup: true, find },
  });
  const now = Math.floor(Date.now() / 1000);
  const ref = { name: 'a', uid: 'u' };
  const token = signWebToken(
    {
      ...{ iss: issuer, aud: [issuer], iat: now, nbf: now, exp: now + 3600, jti: 'j' },
      sub: 'system:serviceaccount:default:a',
      'kubernetes.io': { namespace: 'default', serviceaccount: ref, pod: ref, node: ref },
    },
    keys.signing,
  );
  return { authenticator, token };
}

function webhook(matchConditions) {
  return new WebhookAuthorizer({
    ...{ name: 'hook', version: 'v1', allowedMilliseconds: 300_000, otherMilliseconds: 300_000 },
    ...{ onFailure: 'deny', matchConditions, metrics: new MetricsRegistry(), onError: console.error },
    review: async () => ({ status: { allowed: true } }),
  });
}

async function nanoseconds(calls, work) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const begin = process.hrtime.bigint();
    for (let call = 0; call < calls; call++) await work();
    best = Math.min(best, Number(process.hrtime.bigint() - begin) / calls);
  }
  return best;
}
