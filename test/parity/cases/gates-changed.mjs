// The same requests with the gates in their other position.
import { changedGates, gatedCases } from '../support/gated-features.mjs';

export const flags = [changedGates];
export const parallel = 6;
export const cases = gatedCases;
