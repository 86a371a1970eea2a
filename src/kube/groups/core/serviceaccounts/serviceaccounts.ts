// Follows pkg/registry/core/serviceaccount/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { TokenRequest } from '../../../../api/authentication/v1.js';
import type { ServiceAccount } from '../../../../api/core/v1.js';
import type { Connect, ResourceDefinition } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { ageColumn, nameColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { updateValidation, validateMetadata } from '../../../validation.js';

const defaultExpirationSeconds = 3600;

const tokenRequestVersion = builtInVersion<TokenRequest>('authentication.k8s.io/v1', 'TokenRequest', {
  applyDefaults: ({ spec }) => {
    spec.expirationSeconds ??= defaultExpirationSeconds;
  },
});

/** `giveToken` handles TokenRequests; unset: not served. */
export function serviceAccounts(giveToken?: Connect): ResourceDefinition {
  return builtInResource<ServiceAccount>('v1', 'ServiceAccount', {
    plural: 'serviceaccounts',
    shortNames: ['sa'],
    scope: 'Namespaced',
    columns: [nameColumn, ageColumn],
    strategy: {
      returnsDeletedObject: true,
      prepareForCreate: keepSecretNamesOnly,
      prepareForUpdate: ({ object }) => keepSecretNamesOnly(object),
      validate: validateMetadata,
      validateUpdate: updateValidation(({ object }, context) => validateMetadata(object, context)),
      warningsOnCreate: annotationWarnings,
      warningsOnUpdate: ({ object, old }) => (isEnforcing(old) ? [] : annotationWarnings(object)),
    },
    ...(giveToken && {
      subresources: {
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

function isEnforcing(account: ServiceAccount): boolean {
  return account.metadata.annotations?.[enforcing] !== undefined;
}

function annotationWarnings(account: ServiceAccount): string[] {
  if (!isEnforcing(account)) return [];
  const advice = 'deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets';
  return [`metadata.annotations[${enforcing}]: ${advice}`];
}

/** Secrets are always in the namespace of the account. */
function keepSecretNamesOnly(account: ServiceAccount): void {
  const { secrets } = account;
  if (secrets) account.secrets = secrets.map(({ name }) => (name === undefined ? {} : { name }));
}
