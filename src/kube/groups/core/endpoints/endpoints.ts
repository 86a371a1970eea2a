// Follows pkg/registry/core/endpoint/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { Endpoints } from '../../../../api/core/v1.js';
import { defineResource } from '../../../../server/registry/index.js';
import { ageColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { endpointsText } from './endpoints-text.js';
import { endpointsWarnings, validateEndpoints, validateEndpointsUpdate } from './validation.js';

export const endpoints = defineResource<Endpoints>({
  kind: 'Endpoints',
  plural: 'endpoints',
  singular: 'endpoints',
  listKind: 'EndpointsList',
  shortNames: ['ep'],
  scope: 'Namespaced',
  storagePrefix: 'services/endpoints',
  versions: {
    v1: builtInVersion<Endpoints>('v1', 'Endpoints', {
      columns: [
        nameColumn,
        textColumn('Endpoints', endpointsText, { description: ['core/v1.Endpoints', 'subsets'] }),
        ageColumn,
      ],
      applyDefaults: ({ subsets = [] }) => {
        for (const { ports = [] } of subsets) for (const port of ports) port.protocol ||= 'TCP';
      },
      deprecationWarning: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
    }),
  },
  strategy: {
    allowCreateOnUpdate: true,
    validate: validateEndpoints,
    validateUpdate: validateEndpointsUpdate,
    warningsOnCreate: endpointsWarnings,
    warningsOnUpdate: ({ object }) => endpointsWarnings(object),
  },
});
