// Corner cases that were found by sending many variants of one request to both servers.
import { withRetries } from '../support/case-helpers.mjs';
import { cases as mistypedPatches } from './corner-cases/mistyped-patches.mjs';
import { cases as networkKinds } from './corner-cases/network-kinds.mjs';
import { cases as protocol } from './corner-cases/protocol.mjs';
import { cases as storageKinds } from './corner-cases/storage-kinds.mjs';
import { cases as writes } from './corner-cases/writes.mjs';

export const parallel = 6;
export const cases = withRetries([...protocol, ...writes, ...mistypedPatches, ...networkKinds, ...storageKinds]);
