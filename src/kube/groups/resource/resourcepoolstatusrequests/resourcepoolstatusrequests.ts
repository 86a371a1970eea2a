// Follows pkg/registry/resource/resourcepoolstatusrequest/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { ResourcePoolStatusRequest } from '../../../../api/resource/v1alpha3.js';
import { defineResource, specAndStatus, type TableColumn } from '../../../../server/registry/index.js';
import { integerColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { earlierVersion } from '../../../types/index.js';
import { completionText, deviceCount, errorCount, stateText } from './columns.js';
import { validateRequest, validateRequestStatus, validateRequestUpdate } from './validation.js';

const { main, status } = specAndStatus<ResourcePoolStatusRequest>(
  {
    returnsDeletedObject: true,
    allowUnconditionalUpdate: false,
    validate: validateRequest,
    validateUpdate: validateRequestUpdate,
  },
  { generation: 'absent', validateStatus: validateRequestStatus },
);

const counts = [
  ['Total', 'totalDevices', 'Total number of devices across all pools.'],
  ['Available', 'availableDevices', 'Number of available devices across all pools.'],
  ['Allocated', 'allocatedDevices', 'Number of allocated devices across all pools.'],
  ['Unavailable', 'unavailableDevices', 'Number of unavailable devices across all pools.'],
] as const;

const columns: readonly TableColumn<ResourcePoolStatusRequest>[] = [
  nameColumn,
  textColumn('Driver', ({ spec }) => spec.driver, { description: 'The driver to query pools for.' }),
  ...counts.map(([name, field, description]) =>
    textColumn<ResourcePoolStatusRequest>(name, (request) => deviceCount(request, field), { description }),
  ),
  textColumn('Errors', errorCount, { description: 'Number of pools with validation errors.' }),
  integerColumn('Pools', (request) => request.status?.poolCount ?? 0, {
    description: 'Total number of matching pools.',
  }),
  textColumn('Status', stateText, { description: 'Processing status.' }),
  textColumn('Completed', completionText, { description: 'Time since the observation completed.' }),
];

/** Requests the number of total and available devices in the pools of a driver. */
export const resourcePoolStatusRequests = defineResource<ResourcePoolStatusRequest>({
  kind: 'ResourcePoolStatusRequest',
  plural: 'resourcepoolstatusrequests',
  scope: 'Cluster',
  versions: {
    v1alpha3: earlierVersion('resource.k8s.io/v1alpha3', 'ResourcePoolStatusRequest', {
      columns,
    }),
  },
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
});
