// Follows staging/src/k8s.io/apiserver/pkg/storageversion/updater.go (v1.36)
import type {
  ServerStorageVersion,
  StorageVersion,
  StorageVersionCondition,
} from '../../api/apiserverinternal/v1alpha1.js';
import { formatTime } from '../../apimachinery/meta/index.js';

const type = 'AllEncodingVersionsEqual';

/** Returns the storage version with other records of servers, and what they agree on. */
export function withRecords(
  version: StorageVersion,
  storageVersions: ServerStorageVersion[],
  now: number,
): StorageVersion {
  const [first] = storageVersions;
  const isCommon = storageVersions.every(({ encodingVersion }) => encodingVersion === first?.encodingVersion);
  const common = isCommon ? first?.encodingVersion : undefined;
  const { commonEncodingVersion: before, conditions = [], ...status } = version.status;
  const old = conditions.find((condition) => condition.type === type);
  const isOther = before !== undefined && common !== undefined && before !== common;
  const condition = conditionOf(version, common);
  const isSame = old?.status === condition.status && !isOther;
  const lastTransitionTime = isSame ? (old?.lastTransitionTime ?? null) : formatTime(now);
  return {
    ...version,
    status: {
      ...status,
      storageVersions,
      conditions: [...conditions.filter((each) => each !== old), { ...condition, lastTransitionTime }],
      ...(common !== undefined && { commonEncodingVersion: common }),
    },
  };
}

function conditionOf(
  { metadata: { generation } }: StorageVersion,
  common: string | undefined,
): Omit<StorageVersionCondition, 'lastTransitionTime'> {
  const state = common === undefined ? 'Unset' : 'Set';
  return {
    type,
    status: common === undefined ? 'False' : 'True',
    ...(generation !== undefined && { observedGeneration: generation }),
    reason: `CommonEncodingVersion${state}`,
    message: `Common encoding version ${state.toLowerCase()}`,
  };
}
