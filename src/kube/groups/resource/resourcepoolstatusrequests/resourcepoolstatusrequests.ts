import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { defineResource } from '../../../../server/registry/index.js';
import { integerColumn, nameColumn, textColumn } from '../../../printing/index.js';
import { withStatusApart } from '../../../status-strategy.js';
import { earlierVersion } from '../../../types/index.js';
import { completionText, deviceCount, errorCount, stateText } from './columns.js';
import { specOf, statusOf } from './request.js';
import { validateRequest, validateRequestStatus, validateRequestUpdate } from './validation.js';

const { main, status } = withStatusApart(
  {
    returnsDeletedObject: true,
    allowUnconditionalUpdate: false,
    validate: validateRequest,
    validateUpdate: validateRequestUpdate,
  },
  { generation: 'absent', metadata: 'kept', validateStatus: validateRequestStatus },
);

const counts = [
  ['Total', 'totalDevices'],
  ['Available', 'availableDevices'],
  ['Allocated', 'allocatedDevices'],
  ['Unavailable', 'unavailableDevices'],
] as const;

/** Requests the number of total and available devices in the pools of a driver. */
export const resourcePoolStatusRequests = defineResource({
  kind: 'ResourcePoolStatusRequest',
  plural: 'resourcepoolstatusrequests',
  scope: 'Cluster',
  versions: {
    v1alpha3: earlierVersion('resource.k8s.io/v1alpha3', 'ResourcePoolStatusRequest', {
      columns: [
        nameColumn,
        textColumn('Driver', (request) => specOf(request).driver),
        ...counts.map(([name, field]) => textColumn(name, (request: JsonObject) => deviceCount(request, field))),
        textColumn('Errors', errorCount),
        integerColumn('Pools', (request) => statusOf(request)?.poolCount ?? 0),
        textColumn('Status', stateText),
        textColumn('Completed', completionText),
      ],
    }),
  },
  strategy: main,
  subresources: { status: { verbs: ['get', 'patch', 'update'], strategy: status } },
});
