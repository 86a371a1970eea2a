// Follows pkg/controlplane/apiserver/options/options.go (v1.36)

import type { AggregatorOptions } from '../../aggregator/index.js';
import { keyPairFiles, unpairedFiles } from '../../server/config/index.js';
import { type FlagValues, inGroup } from '../../server/flags/index.js';

export const aggregatorFlags = inGroup('misc', {
  'aggregator-reject-forwarding-redirect': {
    type: 'bool',
    default: true,
    help: 'Reject redirects of aggregated API servers instead of forwarding them',
  },
  'enable-aggregator-routing': {
    type: 'bool',
    default: false,
    help: 'Route requests for aggregated API servers to endpoint IPs rather than the cluster IP',
  },
  'proxy-client-cert-file': {
    type: 'string',
    default: '',
    help: 'File with the client certificate to present to aggregated API servers and admission webhooks',
  },
  'proxy-client-key-file': {
    type: 'string',
    default: '',
    help: 'File with the private key of --proxy-client-cert-file',
  },
});

type AggregatorFlags = FlagValues<typeof aggregatorFlags>;

export type AggregatorConfig = Pick<AggregatorOptions, 'proxyClient' | 'routesToEndpoints' | 'rejectRedirects'>;

export function aggregatorConfig(flags: AggregatorFlags): AggregatorConfig {
  return {
    proxyClient: keyPairFiles(flags['proxy-client-cert-file'], flags['proxy-client-key-file']),
    routesToEndpoints: flags['enable-aggregator-routing'],
    rejectRedirects: flags['aggregator-reject-forwarding-redirect'],
  };
}

export function validateAggregator(flags: AggregatorFlags): string[] {
  return unpairedFiles(flags, ['proxy-client-cert-file', 'proxy-client-key-file']);
}
