// Follows pkg/controlplane/apiserver/options/options.go (v1.36)

import type { FeatureGates } from '../../server/feature-gates/index.js';
import { type FlagValues, inGroup } from '../../server/flags/index.js';
import { reportedVersionProblem } from './reported-version.js';

const noPeers = 'requests are not forwarded to peer API servers';

/** Flags that have no effect, and those of the program itself. */
export const otherFlags = {
  ...inGroup('misc', {
    'peer-advertise-ip': {
      type: 'string',
      default: '',
      help: 'IP address on which peer API servers reach this one',
      ignored: noPeers,
    },
    'peer-advertise-port': {
      type: 'string',
      default: '',
      help: 'Port on which peer API servers reach this one',
      ignored: noPeers,
    },
    'peer-ca-file': {
      type: 'string',
      default: '',
      help: 'File with the certificate authority of peer API servers',
      ignored: noPeers,
    },
  }),
  ...inGroup('global', {
    help: { type: 'bool', short: 'h', default: false, help: 'Show this help' },
    version: {
      type: 'optional',
      default: 'false',
      help: 'Show the version; with the value raw, all of it. A value such as v1.36.4-custom is reported as the version of the server',
      validate: reportedVersionProblem,
    },
  }),
};

const peerFlags = ['peer-ca-file', 'peer-advertise-ip', 'peer-advertise-port'] as const;

export function validatePeers(flags: FlagValues<typeof otherFlags>, features: FeatureGates): string[] {
  if (features.isEnabled('UnknownVersionInteroperabilityProxy')) return [];
  const given = peerFlags.filter((name) => flags[name] !== '');
  return given.map((name) => `--${name} requires UnknownVersionInteroperabilityProxy feature to be turned on`);
}
