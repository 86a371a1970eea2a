import { withCleanup } from '../support/case-helpers.mjs';
import { cases as access } from './auth/access.mjs';
import { cases as tokens } from './auth/tokens.mjs';

export const parallel = 4;
export const cases = withCleanup([...access, ...tokens]);
