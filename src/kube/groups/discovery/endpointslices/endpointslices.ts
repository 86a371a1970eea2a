// Follows pkg/registry/discovery/endpointslice/strategy.go (v1.36)
// Follows pkg/apis/discovery/v1/defaults.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { EndpointSlice } from '../../../../api/discovery/v1.js';
import { jsonEqual, labelsOf } from '../../../../apimachinery/meta/index.js';
import { incrementGeneration, type Replacement } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { ageColumn, listWithMore, nameColumn, textColumn } from '../../../printing/index.js';
import { endpointSliceWarnings, validateEndpointSlice, validateEndpointSliceUpdate } from './validation.js';

export const endpointSlices = builtInResource<EndpointSlice>('discovery.k8s.io/v1', 'EndpointSlice', {
  plural: 'endpointslices',
  scope: 'Namespaced',
  columns: [
    nameColumn,
    textColumn('AddressType', 'addressType'),
    textColumn('Ports', ({ ports }) => listWithMore((ports ?? []).map(({ port, name }) => port ?? name ?? '*')), {
      field: 'ports',
    }),
    textColumn(
      'Endpoints',
      ({ endpoints }) => listWithMore((endpoints ?? []).flatMap(({ addresses }) => addresses ?? [])),
      { field: 'endpoints' },
    ),
    ageColumn,
  ],
  applyDefaults: ({ ports }) => {
    for (const port of ports ?? []) {
      port.name ??= '';
      port.protocol ??= 'TCP';
    }
  },
  strategy: {
    prepareForCreate(slice) {
      slice.metadata.generation = 1;
      dropTopology(slice);
    },
    prepareForUpdate: prepareUpdate,
    validate: (slice, context) => validateEndpointSlice(slice, context),
    validateUpdate: validateEndpointSliceUpdate,
    warningsOnCreate: (slice) => endpointSliceWarnings(slice, { isNew: true }),
    warningsOnUpdate: ({ object }) => endpointSliceWarnings(object, { isNew: false }),
  },
});

/** Increments the generation on changes outside of metadata, including fields dropped below, and of labels. */
function prepareUpdate({ object, old }: Replacement<EndpointSlice>): void {
  const { metadata: _after, ...content } = object;
  const { metadata: _before, ...oldContent } = old;
  const isSame = jsonEqual(content, oldContent) && jsonEqual(labelsOf(object), labelsOf(old));
  if (!isSame) incrementGeneration({ object, old });
  if (!jsonEqual(object.endpoints, old.endpoints)) dropTopology(object);
}

/** Read-only in v1, which has `nodeName` and `zone` instead. */
function dropTopology(slice: EndpointSlice): void {
  const { endpoints } = slice;
  if (!endpoints?.some(({ deprecatedTopology }) => deprecatedTopology !== undefined)) return;
  slice.endpoints = endpoints.map(({ deprecatedTopology: _, ...endpoint }) => endpoint);
}
