// Follows staging/src/k8s.io/apiserver/pkg/server/options/egress_selector.go (v1.36)

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { messageOf } from '../../apimachinery/status/index.js';
import type { EgressSelector } from '../egress/index.js';
import { type FlagValues, inGroup, UsageError } from '../flags/index.js';
import type { MetricsRegistry } from '../metrics/index.js';

export const egressFlags = inGroup('egress selector', {
  'egress-selector-config-file': {
    type: 'string',
    default: '',
    help: 'File with an EgressSelectorConfiguration: through which proxies connections to etcd, the control plane and the cluster go',
  },
});

type EgressFlags = FlagValues<typeof egressFlags>;

export function validateEgress({ 'egress-selector-config-file': file }: EgressFlags): string[] {
  return file === '' || existsSync(file) ? [] : [`egress-selector-config-file ${file} does not exist`];
}

/** --egress-selector-config-file; undefined: all connections are direct. */
export type EgressConfig = string | undefined;

export function egressConfig(flags: EgressFlags): EgressConfig {
  return flags['egress-selector-config-file'] || undefined;
}

/** Reads the configuration. What connects through proxies is loaded only if there is one. */
export async function createEgress(
  file: EgressConfig,
  { metrics }: { readonly metrics: MetricsRegistry },
): Promise<EgressSelector | undefined> {
  if (file === undefined) return undefined;
  const { EgressSelector, readEgressConfiguration } = await import('../egress/index.js');
  try {
    return new EgressSelector(readEgressConfiguration(await readFile(file, 'utf8')), metrics);
  } catch (error) {
    throw new UsageError([messageOf(error)], { cause: error });
  }
}
