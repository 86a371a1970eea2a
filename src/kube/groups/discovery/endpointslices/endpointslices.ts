import { type JsonObject, jsonEqual, labelsOf, mutableMetadataOf } from '../../../../apimachinery/meta/index.js';
import { defineResource, type Replacement } from '../../../../server/registry/index.js';
import { textIn } from '../../../fields.js';
import { ageColumn, listWithMore, nameColumn, textColumn } from '../../../printing/index.js';
import { builtInVersion } from '../../../types/index.js';
import { sliceEndpointsOf, slicePortsOf } from './endpoint-slice.js';
import { endpointSliceWarnings, validateEndpointSlice, validateEndpointSliceUpdate } from './validation.js';

export const endpointSlices = defineResource({
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  scope: 'Namespaced',
  versions: {
    v1: builtInVersion('discovery.k8s.io/v1', 'EndpointSlice', {
      columns: [
        nameColumn,
        textColumn('AddressType', ({ addressType }) => textIn(addressType)),
        textColumn('Ports', (slice) => listWithMore(slicePortsOf(slice).map(({ port, name }) => port ?? name ?? '*'))),
        textColumn('Endpoints', (slice) =>
          listWithMore(sliceEndpointsOf(slice).flatMap((each) => each.addresses ?? [])),
        ),
        ageColumn,
      ],
      applyDefaults: defaultPorts,
    }),
  },
  strategy: {
    prepareForCreate(slice) {
      mutableMetadataOf(slice)['generation'] = 1;
      dropTopology(slice);
    },
    prepareForUpdate: prepareUpdate,
    validate: (slice) => validateEndpointSlice(slice),
    validateUpdate: validateEndpointSliceUpdate,
    warningsOnCreate: (slice) => endpointSliceWarnings(slice, { isNew: true }),
    warningsOnUpdate: ({ object }) => endpointSliceWarnings(object, { isNew: false }),
  },
});

function defaultPorts(slice: JsonObject): void {
  for (const port of slicePortsOf(slice)) {
    port.name ??= '';
    port.protocol ??= 'TCP';
  }
}

/** Increments the generation on changes outside of metadata, including fields dropped below, and of labels. */
function prepareUpdate({ object, old }: Replacement): void {
  countChange({ object, old });
  if (!jsonEqual(object['endpoints'], old['endpoints'])) dropTopology(object);
}

function countChange({ object, old }: Replacement): void {
  const { metadata: after, ...content } = object;
  const { metadata: before, ...oldContent } = old;
  if (jsonEqual(content, oldContent) && jsonEqual(labelsOf(object), labelsOf(old))) return;
  const { generation } = before as JsonObject;
  (after as JsonObject)['generation'] = (typeof generation === 'number' ? generation : 0) + 1;
}

/** Read-only in v1, which has `nodeName` and `zone` instead. */
function dropTopology(slice: JsonObject): void {
  if (!sliceEndpointsOf(slice).some(({ deprecatedTopology }) => deprecatedTopology !== undefined)) return;
  slice['endpoints'] = sliceEndpointsOf(slice).map(({ deprecatedTopology: _, ...endpoint }) => endpoint as JsonObject);
}
