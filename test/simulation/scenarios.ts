import { scenarios as api } from './api/scenarios.js';
import type { SeedRunner } from './seed-runner.js';
import { scenarios as storage } from './storage/scenarios.js';

/** What can be simulated. */
export const scenarios: Readonly<Record<string, SeedRunner>> = { ...storage, ...api };
