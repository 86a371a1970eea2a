import { defineGroup } from '../../../server/registry/index.js';
import { configMaps } from './configmaps/configmaps.js';
import { namespaces } from './namespaces/namespaces.js';
import { secrets } from './secrets/secrets.js';
import { serviceAccounts } from './serviceaccounts/serviceaccounts.js';

export const core = defineGroup({ name: '', resources: [configMaps, namespaces, secrets, serviceAccounts] });
