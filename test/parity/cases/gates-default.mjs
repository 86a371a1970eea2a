// Feature gates at their defaults.
import { gatedCases } from '../support/gated-features.mjs';

export const parallel = 6;
export const cases = gatedCases;
