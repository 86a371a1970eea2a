// Values in etcd that hold no object.
import { unreadableCases } from '../support/unreadable-values.mjs';

export const needsEtcd = true;
export const cases = unreadableCases;
