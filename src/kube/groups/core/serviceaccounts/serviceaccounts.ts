import { annotationsOf, type JsonObject } from '../../../../apimachinery/meta/index.js';
import { type Connect, defineResource, type ResourceDefinition } from '../../../../server/registry/index.js';
import { listIn, objectIn } from '../../../fields.js';
import { ageColumn, nameColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';

const defaultExpirationSeconds = 3600;

const tokenRequestVersion = builtInVersion('authentication.k8s.io/v1', 'TokenRequest', {
  applyDefaults: ({ spec }) => {
    objectIn(spec)['expirationSeconds'] ??= defaultExpirationSeconds;
  },
});

/** `giveToken` handles TokenRequests; unset: not served. */
export function serviceAccounts(giveToken?: Connect): ResourceDefinition {
  return defineResource({
    kind: 'ServiceAccount',
    plural: 'serviceaccounts',
    shortNames: ['sa'],
    scope: 'Namespaced',
    versions: { v1: builtInVersion('v1', 'ServiceAccount', { columns: [nameColumn, ageColumn] }) },
    strategy: {
      returnsDeletedObject: true,
      prepareForCreate: keepSecretNamesOnly,
      prepareForUpdate: ({ object }) => keepSecretNamesOnly(object),
      warningsOnCreate: annotationWarnings,
      warningsOnUpdate: ({ object, old }) => (isEnforcing(old) ? [] : annotationWarnings(object)),
    },
    ...(giveToken && {
      connections: {
        token: {
          verbs: ['create'],
          connect: giveToken,
          objectKind: { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' },
          objectVersion: tokenRequestVersion,
        },
      },
    }),
  });
}

const enforcing = 'kubernetes.io/enforce-mountable-secrets';

function isEnforcing(account: JsonObject): boolean {
  return annotationsOf(account)[enforcing] !== undefined;
}

function annotationWarnings(account: JsonObject): string[] {
  if (!isEnforcing(account)) return [];
  const advice = 'deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets';
  return [`metadata.annotations[${enforcing}]: ${advice}`];
}

/** Secrets are always in the namespace of the account. */
function keepSecretNamesOnly(account: JsonObject): void {
  if (account['secrets'] === undefined) return;
  account['secrets'] = listIn(account['secrets']).map((secret) => {
    const { name } = objectIn(secret);
    return name === undefined ? {} : { name };
  });
}
