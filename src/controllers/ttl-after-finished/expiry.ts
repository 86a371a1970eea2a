// Follows pkg/controller/ttlafterfinished/ttlafterfinished_controller.go (v1.36)
import type { Job } from '../../api/batch/v1.js';

/** When the job may go, in milliseconds; undefined if it stays, or is going already. */
export function expiryOf({ metadata, spec, status }: Job): number | undefined {
  const seconds = spec?.ttlSecondsAfterFinished;
  if (seconds === undefined || metadata.deletionTimestamp) return undefined;
  const isEnd = (type: string): boolean => type === 'Complete' || type === 'Failed';
  const end = status?.conditions?.find((condition) => isEnd(condition.type) && condition.status === 'True');
  return end?.lastTransitionTime ? Date.parse(end.lastTransitionTime) + seconds * 1000 : undefined;
}
