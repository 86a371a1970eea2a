import { expect, test } from 'vitest';
import type { Pod, Secret, ServiceAccount } from '../../api/core/v1.js';
import { judgedFrom, judgeToken } from './judge-token.js';
import { mountedSecrets } from './mounted-secrets.js';

const now = Date.UTC(2030, 5, 15, 12);
const account = { metadata: { name: 'robot', uid: 'u' }, secrets: [{ name: 'token' }] } as ServiceAccount;

interface TokenOptions {
  readonly created?: string;
  readonly lastUsed?: string;
  readonly invalidSince?: string;
  readonly uid?: string;
  readonly name?: string;
  readonly isMounted?: boolean;
}

const judge = (options: TokenOptions) => {
  const { created = '2028-01-01', lastUsed, invalidSince, uid = 'u', name = 'token', isMounted = false } = options;
  const secret = {
    metadata: {
      name,
      namespace: 'a',
      creationTimestamp: `${created}T00:00:00Z`,
      annotations: { 'kubernetes.io/service-account.name': 'robot', 'kubernetes.io/service-account.uid': uid },
      labels: {
        ...(lastUsed !== undefined && { 'kubernetes.io/legacy-token-last-used': lastUsed }),
        ...(invalidSince !== undefined && { 'kubernetes.io/legacy-token-invalid-since': invalidSince }),
      },
    },
  } as unknown as Secret;
  return judgeToken(secret, { account: () => account, isMounted: () => isMounted, now });
};

test.each<[string, TokenOptions, ReturnType<typeof judgeToken>]>([
  ['was never used', {}, 'mark as invalid'],
  ['was last used long ago', { lastUsed: '2029-06-14' }, 'mark as invalid'],
  ['was used within a year', { lastUsed: '2029-06-15' }, 'keep'],
  ['was used at an unreadable time', { lastUsed: 'yesterday' }, 'keep'],
  ['is new', { created: '2029-06-16' }, 'keep'],
  ['is mounted', { isMounted: true }, 'keep'],
  ['belongs to an earlier account of the name', { uid: 'v' }, 'keep'],
  ['was created by hand', { name: 'other' }, 'keep'],
  ['has not been invalid for long', { invalidSince: '2029-06-15' }, 'keep'],
  ['has been invalid for a year', { invalidSince: '2029-06-14' }, 'delete'],
  ['has been invalid since an unreadable time', { invalidSince: 'x' }, 'mark as invalid'],
])('a token that %s', (_name, options, verdict) => {
  expect(judge(options)).toBe(verdict);
});

test('tokens are judged a year after the day on which their use began to be recorded', () => {
  expect(judgedFrom('2029-01-01')).toBe(Date.UTC(2030, 0, 2));
  expect(judgedFrom('')).toBeUndefined();
});

test('all references of a pod to secrets are found', () => {
  const pod = {
    spec: {
      imagePullSecrets: [{ name: 'pull' }],
      initContainers: [{ envFrom: [{ secretRef: { name: 'all' } }, { configMapRef: { name: 'no' } }] }],
      containers: [{ env: [{ name: 'x', valueFrom: { secretKeyRef: { name: 'one', key: 'k' } } }] }],
      volumes: [
        { secret: { secretName: 'volume' } },
        { projected: { sources: [{ secret: { name: 'projected' } }, { configMap: { name: 'no' } }] } },
        { csi: { driver: 'd', nodePublishSecretRef: { name: 'csi' } } },
        { emptyDir: {} },
      ],
    },
  } as unknown as Pod;
  expect(mountedSecrets(pod).sort()).toEqual(['all', 'csi', 'one', 'projected', 'pull', 'volume']);
});
