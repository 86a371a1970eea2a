// Every check, by group, in the order in which they run.
import { durability } from './durability/checks.mjs';
import { linearizability } from './linearizability/checks.mjs';
import { overload } from './overload/checks.mjs';
import { security } from './security/checks.mjs';
import { soak } from './soak-check.mjs';
import { watchAndList } from './watch-and-list/checks.mjs';

export const groups = { durability, 'watch-and-list': watchAndList, overload, security, linearizability, soak };
