// Follows staging/src/k8s.io/apiserver/pkg/server/options/tracing.go (v1.36)

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Dial } from '../../apimachinery/dial/index.js';
import { messageOf } from '../../apimachinery/status/index.js';
import type { FeatureGates } from '../feature-gates/index.js';
import { type FlagValues, inGroup, UsageError } from '../flags/index.js';
import type { Tracing } from '../tracing/index.js';

export const tracingFlags = inGroup('traces', {
  'tracing-config-file': {
    type: 'string',
    default: '',
    help: 'File with a TracingConfiguration: requests are traced with OpenTelemetry, and sent to a collector',
  },
});

type TracingFlags = FlagValues<typeof tracingFlags>;

export function validateTracing({ 'tracing-config-file': file }: TracingFlags): string[] {
  return file === '' || existsSync(file) ? [] : [`tracing-config-file ${file} does not exist`];
}

/** --tracing-config-file; undefined: requests are not traced. */
export type TracingConfig = string | undefined;

export function tracingConfig(flags: TracingFlags): TracingConfig {
  return flags['tracing-config-file'] || undefined;
}

interface TracingDependencies {
  readonly features: FeatureGates;
  /** Identifies this server among those that share a storage. */
  readonly serverId: string;
  /** Opens the connection to the collector. Unset: it is direct. */
  readonly dial?: Dial | undefined;
  readonly onError: (error: unknown) => void;
}

/** Reads the configuration. What traces is loaded only if there is one. */
export async function createTracing(
  file: TracingConfig,
  dependencies: TracingDependencies,
): Promise<Tracing | undefined> {
  if (file === undefined) return undefined;
  if (!dependencies.features.isEnabled('APIServerTracing')) {
    throw new UsageError(['APIServerTracing feature is not enabled, but tracing config file was provided']);
  }
  const { openTracing, readTracingConfiguration } = await import('../tracing/index.js');
  try {
    return openTracing(readTracingConfiguration(await readFile(file, 'utf8')), dependencies);
  } catch (error) {
    throw new UsageError([messageOf(error)], { cause: error });
  }
}
