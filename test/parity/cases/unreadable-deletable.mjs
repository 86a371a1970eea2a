// Values in etcd that hold no object, and can be deleted nevertheless.
import { unreadableCases } from '../support/unreadable-values.mjs';

export const needsEtcd = true;
export const flags = ['--feature-gates=AllowUnsafeMalformedObjectDeletion=true'];
export const cases = unreadableCases;
