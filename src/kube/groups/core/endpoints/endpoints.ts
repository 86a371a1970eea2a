import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { endpointsText } from './endpoints-text.js';
import { subsetsOf } from './subsets.js';
import { endpointsWarnings, validateEndpoints, validateEndpointsUpdate } from './validation.js';

export const endpoints = defineResource({
  kind: 'Endpoints',
  plural: 'endpoints',
  singular: 'endpoints',
  listKind: 'EndpointsList',
  shortNames: ['ep'],
  scope: 'Namespaced',
  storagePrefix: 'services/endpoints',
  versions: {
    v1: builtInVersion('v1', 'Endpoints', {
      columns: [nameColumn, textColumn('Endpoints', endpointsText), ageColumn],
      applyDefaults: defaultProtocols,
      deprecationWarning: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
    }),
  },
  strategy: {
    allowCreateOnUpdate: true,
    validate: (object) => validateEndpoints(object),
    validateUpdate: validateEndpointsUpdate,
    warningsOnCreate: endpointsWarnings,
    warningsOnUpdate: ({ object }) => endpointsWarnings(object),
  },
});

function defaultProtocols(object: JsonObject): void {
  for (const { ports = [] } of subsetsOf(object)) for (const port of ports) port.protocol ||= 'TCP';
}
