// Follows pkg/registry/resource/resourcepoolstatusrequest/strategy.go (v1.36)
// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { Condition } from '../../../../api/meta/v1.js';
import type {
  PoolStatus,
  ResourcePoolStatusRequest,
  ResourcePoolStatusRequestStatus,
} from '../../../../api/resource/v1alpha3.js';
import { specAndStatus, type TableColumn } from '../../../../server/registry/index.js';
import { builtInResource } from '../../../built-in-resource.js';
import { integerColumn, nameColumn, sinceTime, textColumn } from '../../../printing/index.js';
import { validateRequest, validateRequestStatus, validateRequestUpdate } from './validation.js';

const counts = [
  ['Total', 'totalDevices', 'Total number of devices across all pools.'],
  ['Available', 'availableDevices', 'Number of available devices across all pools.'],
  ['Allocated', 'allocatedDevices', 'Number of allocated devices across all pools.'],
  ['Unavailable', 'unavailableDevices', 'Number of unavailable devices across all pools.'],
] as const;

const columns: readonly TableColumn<ResourcePoolStatusRequest>[] = [
  nameColumn,
  textColumn('Driver', 'spec.driver', 'The driver to query pools for.'),
  ...counts.map(([name, field, description]) =>
    textColumn<ResourcePoolStatusRequest>(name, (request) => deviceCount(request, field), { description }),
  ),
  textColumn('Errors', errorCount, 'Number of pools with validation errors.'),
  integerColumn('Pools', 'status.poolCount', 'Total number of matching pools.'),
  textColumn('Status', stateText, 'Processing status.'),
  textColumn('Completed', completionText, 'Time since the observation completed.'),
];

/** Requests the number of total and available devices in the pools of a driver. */
export const resourcePoolStatusRequests = builtInResource<ResourcePoolStatusRequest>(
  'resource.k8s.io/v1alpha3',
  'ResourcePoolStatusRequest',
  {
    plural: 'resourcepoolstatusrequests',
    scope: 'Cluster',
    introduced: '1.36',
    columns,
    strategies: specAndStatus<ResourcePoolStatusRequest>(
      {
        returnsDeletedObject: true,
        allowUnconditionalUpdate: false,
        validate: validateRequest,
        validateUpdate: validateRequestUpdate,
      },
      { generation: 'absent', validateStatus: validateRequestStatus },
    ),
  },
);

type Count = 'totalDevices' | 'availableDevices' | 'allocatedDevices' | 'unavailableDevices';

/** Total number of devices in all pools. */
function deviceCount(request: ResourcePoolStatusRequest, field: Count): string {
  return overPools(request, (pools) => pools.reduce((sum, pool) => sum + (pool[field] ?? 0), 0));
}

function errorCount(request: ResourcePoolStatusRequest): string {
  return overPools(request, (pools) => pools.filter(({ validationError }) => validationError !== undefined).length);
}

function overPools(request: ResourcePoolStatusRequest, count: (pools: readonly PoolStatus[]) => number): string {
  const { status } = request;
  return status === undefined || ending(status)?.type === 'Failed' ? '-' : String(count(status.pools ?? []));
}

function stateText(request: ResourcePoolStatusRequest): string {
  const { status } = request;
  const state = status && ending(status)?.type;
  if (status === undefined || state === undefined) return 'Pending';
  const [shown, all] = [status.pools?.length ?? 0, status.poolCount ?? 0];
  return state === 'Complete' && all > shown ? `Complete (${shown}/${all} pools)` : state;
}

function completionText(request: ResourcePoolStatusRequest): string {
  const end = ending(request.status ?? {});
  return end?.type === 'Complete' ? sinceTime(end.lastTransitionTime) : '<none>';
}

function ending({ conditions = [] }: ResourcePoolStatusRequestStatus): Condition | undefined {
  return conditions.find(({ type, status }) => status === 'True' && (type === 'Complete' || type === 'Failed'));
}
