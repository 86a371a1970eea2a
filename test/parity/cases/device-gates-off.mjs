// The same without the gates, as by default.
export { cases } from '../support/device-gates.mjs';

export const parallel = 3;
