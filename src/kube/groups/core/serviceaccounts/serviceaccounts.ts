import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { listIn, objectIn } from '../../../fields.js';
import { ageColumn, nameColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';

export const serviceAccounts = defineResource({
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  shortNames: ['sa'],
  scope: 'Namespaced',
  versions: { v1: builtInVersion('v1', 'ServiceAccount', { columns: [nameColumn, ageColumn] }) },
  strategy: {
    prepareForCreate: keepSecretNamesOnly,
    prepareForUpdate: ({ object }) => keepSecretNamesOnly(object),
  },
});

/** Secrets are always of the account's own namespace. */
function keepSecretNamesOnly(account: JsonObject): void {
  if (account['secrets'] === undefined) return;
  account['secrets'] = listIn(account['secrets']).map((secret) => {
    const { name } = objectIn(secret);
    return name === undefined ? {} : { name };
  });
}
