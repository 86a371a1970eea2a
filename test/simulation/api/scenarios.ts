import { seedRunner } from '../seed-runner.js';
import { ApiWorld } from './api-world.js';

export const scenarios = {
  api: seedRunner((options) => new ApiWorld('api', options)),
  'shared-api': seedRunner((options) => new ApiWorld('shared-api', options)),
};
