import { describe, expect, test } from 'vitest';
import type { Job } from '../../api/batch/v1.js';
import { expiryOf } from './expiry.js';

const end = '2026-01-01T00:00:00Z';

function job(ttlSecondsAfterFinished: number | undefined, { type = '', status = 'True', deletionTimestamp = '' }): Job {
  const conditions = type ? [{ type, status, lastTransitionTime: end }] : [];
  const metadata = deletionTimestamp ? { deletionTimestamp } : {};
  return { metadata, spec: { ttlSecondsAfterFinished }, status: { conditions } } as unknown as Job;
}

describe('a job expires', () => {
  test.each<{ name: string; job: Job; seconds: number | undefined }>([
    { name: 'so many seconds after it has completed', job: job(30, { type: 'Complete' }), seconds: 30 },
    { name: 'so many seconds after it has failed', job: job(30, { type: 'Failed' }), seconds: 30 },
    { name: 'at once, with 0', job: job(0, { type: 'Complete' }), seconds: 0 },
    { name: 'never, without a time to live', job: job(undefined, { type: 'Complete' }), seconds: undefined },
    { name: 'not while it runs', job: job(30, {}), seconds: undefined },
    { name: 'not while it is suspended', job: job(30, { type: 'Suspended' }), seconds: undefined },
    { name: 'not by a condition that is false', job: job(30, { type: 'Failed', status: 'False' }), seconds: undefined },
    {
      name: 'not again, when it is being deleted',
      job: job(30, { type: 'Complete', deletionTimestamp: end }),
      seconds: undefined,
    },
  ])('$name', ({ job: finished, seconds }) => {
    expect(expiryOf(finished)).toBe(seconds === undefined ? undefined : Date.parse(end) + seconds * 1000);
  });
});
