// Follows staging/src/k8s.io/component-base/logs/api/v1/options.go (v1.36)

import type { FeatureGates } from '../feature-gates/index.js';
import { type FlagValues, inGroup } from '../flags/index.js';

const unbuffered = 'lines are written immediately';

export const logFlags = inGroup('logs', {
  'log-flush-frequency': {
    type: 'duration',
    default: 5000,
    help: 'Maximum interval between flushes of the log',
    ignored: unbuffered,
  },
  'log-json-info-buffer-size': {
    type: 'string',
    default: '0',
    help: 'Size of the buffer for info messages in JSON format',
    ignored: unbuffered,
  },
  'log-json-split-stream': {
    type: 'bool',
    default: false,
    help: 'Write errors to stderr and info messages to stdout, in JSON format; needs the feature LoggingAlphaOptions',
  },
  'log-text-info-buffer-size': {
    type: 'string',
    default: '0',
    help: 'Size of the buffer for info messages in text format',
    ignored: unbuffered,
  },
  'log-text-split-stream': {
    type: 'bool',
    default: false,
    help: 'Write errors to stderr and info messages to stdout, in text format; needs the feature LoggingAlphaOptions',
  },
  'logging-format': {
    type: 'string',
    default: 'text',
    help: 'Format of the log: json or text',
    validate: formatProblem,
  },
  v: { type: 'int', short: 'v', default: 0, help: 'Verbosity of the log' },
  vmodule: {
    type: 'string',
    default: '',
    help: 'Verbosity by file: pattern=N',
    ignored: 'verbosity is the same for all files',
  },
});

export interface LogConfig {
  readonly format: 'text' | 'json';
  readonly verbosity: number;
  /** Whether info messages go to standard output. */
  readonly splitStream: boolean;
}

export function logConfig(flags: FlagValues<typeof logFlags>): LogConfig {
  const format = flags['logging-format'] === 'json' ? 'json' : 'text';
  const splitStream = format === 'json' ? flags['log-json-split-stream'] : flags['log-text-split-stream'];
  return { format, verbosity: flags.v, splitStream };
}

/** Returns what the features do not allow, in the words of kube-apiserver. */
export function validateLogging(flags: FlagValues<typeof logFlags>, features: FeatureGates): string[] {
  const problems: string[] = [];
  if (flags['logging-format'] === 'json' && !features.isEnabled('LoggingBetaOptions')) {
    problems.push('format: Forbidden: Log format json is disabled, see LoggingBetaOptions feature');
  }
  if (features.isEnabled('LoggingAlphaOptions')) return problems;
  for (const format of ['text', 'json'] as const) {
    const forbidden = (option: string): string =>
      `options.${format}.${option}: Forbidden: Feature LoggingAlphaOptions is disabled`;
    if (flags[`log-${format}-split-stream`]) problems.push(forbidden('splitStream'));
    if (Number.parseFloat(flags[`log-${format}-info-buffer-size`]) !== 0) problems.push(forbidden('infoBufferSize'));
  }
  return problems;
}

function formatProblem(format: string): string[] {
  if (['text', 'json'].includes(format)) return [];
  return [`--logging-format ${JSON.stringify(format)}: permitted formats are json, text`];
}
