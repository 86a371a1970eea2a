// Follows pkg/registry/core/endpoint/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { Endpoints } from '../../../../api/core/v1.js';
import { builtInResource } from '../../../built-in-resource.js';
import { ageColumn, listWithMore, nameColumn, textColumn } from '../../../printing/index.js';
import { endpointsWarnings, validateEndpoints, validateEndpointsUpdate } from './validation.js';

export const endpoints = builtInResource<Endpoints>('v1', 'Endpoints', {
  plural: 'endpoints',
  singular: 'endpoints',
  listKind: 'EndpointsList',
  shortNames: ['ep'],
  scope: 'Namespaced',
  storagePrefix: 'services/endpoints',
  columns: [nameColumn, textColumn('Endpoints', endpointsText, { field: 'subsets' }), ageColumn],
  applyDefaults: ({ subsets = [] }) => {
    for (const { ports = [] } of subsets) for (const port of ports) port.protocol ||= 'TCP';
  },
  deprecation: { since: 33, replacement: 'discovery.k8s.io/v1 EndpointSlice' },
  strategy: {
    allowCreateOnUpdate: true,
    validate: validateEndpoints,
    validateUpdate: validateEndpointsUpdate,
    warningsOnCreate: endpointsWarnings,
    warningsOnUpdate: ({ object }) => endpointsWarnings(object),
  },
});

/** The first addresses with their ports, and the number of others. */
function endpointsText({ subsets = [] }: Endpoints): string {
  if (subsets.length === 0) return '<none>';
  const shown = subsets.flatMap(({ addresses = [], ports = [] }) =>
    ports.length === 0
      ? addresses.map(({ ip }) => ip)
      : ports.flatMap(({ port }) =>
          addresses.map(({ ip }) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)),
        ),
  );
  return shown.length === 0 ? '' : listWithMore(shown);
}
