// A server that emulates v1.35: what it serves, and its feature gates.
import { emulatedReleaseCases } from '../support/emulated-release.mjs';

export const flags = ['--emulated-version=1.35'];
export const parallel = 4;
export const cases = emulatedReleaseCases;
