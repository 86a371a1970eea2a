import { expect, test } from 'vitest';
import type { Namespace } from '../../api/core/v1.js';
import { missingAccount } from './missing-account.js';

const namespace = (phase: string): Namespace => ({ metadata: { name: 'a' }, status: { phase } }) as Namespace;

test.each([
  { name: 'that is active', subject: namespace('Active'), accounts: [], isMissing: true },
  { name: 'that has only other accounts', subject: namespace('Active'), accounts: ['robot'], isMissing: true },
  { name: 'that has it', subject: namespace('Active'), accounts: ['default'], isMissing: false },
  { name: 'that is being deleted', subject: namespace('Terminating'), accounts: [], isMissing: false },
  { name: 'that is gone', subject: undefined, accounts: [], isMissing: false },
])('the default account of a namespace $name is missing: $isMissing', ({ subject, accounts, isMissing }) => {
  const missing = missingAccount(subject, (account) => accounts.some((each) => each === account));
  expect(missing?.metadata).toEqual(isMissing ? { name: 'default', namespace: 'a' } : undefined);
});
