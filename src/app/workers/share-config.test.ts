import { expect, it } from 'vitest';
import { parseFlags } from '../../server/flags/index.js';
import { kubeApiServerFlags, serverConfig } from '../config/index.js';
import { shareConfig, workerConfig } from './share-config.js';

it('controllers and simulated nodes are in the owner alone', () => {
  const { values } = parseFlags(kubeApiServerFlags, ['--controllers=*', '--simulate-nodes=2', '--workers=2']);
  const config = serverConfig(values);
  expect(shareConfig(config).controllers).toMatchObject({ selection: ['*'], simulatedNodes: 2 });
  expect(workerConfig(config).controllers).toMatchObject({ selection: [], simulatedNodes: 0 });
});
