// Follows staging/src/k8s.io/apiserver/pkg/server/options/tracing.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/server/options/egress_selector.go (v1.36)
// Follows pkg/controlplane/apiserver/options/options.go (v1.36)

import { inGroup } from '../../server/flags/index.js';
import { reportedVersionProblem } from './reported-version.js';

const noPeers = 'requests are not forwarded to peer API servers';

/** Flags that have no effect, and those of the program itself. */
export const otherFlags = {
  ...inGroup('egress selector', {
    'egress-selector-config-file': {
      type: 'string',
      default: '',
      help: 'File with the EgressSelectorConfiguration',
      unsupported: 'all connections are direct',
    },
  }),
  ...inGroup('traces', {
    'tracing-config-file': {
      type: 'string',
      default: '',
      help: 'File with a TracingConfiguration',
      unsupported: 'tracing is not implemented yet',
    },
  }),
  ...inGroup('misc', {
    'max-connection-bytes-per-sec': {
      type: 'int',
      default: 0,
      help: 'Bandwidth limit of long-running connections; 0 means no limit',
      ignored: 'bandwidth is not limited',
    },
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
