// Follows staging/src/k8s.io/component-base/logs/api/v1/options.go (v1.36)

import { type FlagValues, inGroup } from '../flags/index.js';

const alphaOptions = 'an alpha option of another logger';

export const logFlags = inGroup('logs', {
  'log-flush-frequency': {
    type: 'duration',
    default: 5000,
    help: 'Maximum interval between flushes of the log',
    ignored: 'lines are written immediately',
  },
  'log-json-info-buffer-size': {
    type: 'string',
    default: '0',
    help: 'Size of the buffer for info messages in JSON format',
    ignored: alphaOptions,
  },
  'log-json-split-stream': {
    type: 'bool',
    default: false,
    help: 'Write errors to stderr and info messages to stdout, in JSON format',
    ignored: alphaOptions,
  },
  'log-text-info-buffer-size': {
    type: 'string',
    default: '0',
    help: 'Size of the buffer for info messages in text format',
    ignored: alphaOptions,
  },
  'log-text-split-stream': {
    type: 'bool',
    default: false,
    help: 'Write errors to stderr and info messages to stdout, in text format',
    ignored: alphaOptions,
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
}

export function logConfig(flags: FlagValues<typeof logFlags>): LogConfig {
  return { format: flags['logging-format'] === 'json' ? 'json' : 'text', verbosity: flags.v };
}

function formatProblem(format: string): string[] {
  if (['text', 'json'].includes(format)) return [];
  return [`--logging-format ${JSON.stringify(format)}: permitted formats are json, text`];
}
