import type { FlagTable } from '../flag.js';

const oneSetOfMetrics = 'all metrics are exposed with all labels';
const alphaOptions = 'an alpha option of another logger';

export const metricsFlags = {
  'allow-metric-labels': {
    type: 'map',
    default: new Map(),
    help: 'Allowed values of the labels of metrics',
    ignored: oneSetOfMetrics,
  },
  'allow-metric-labels-manifest': {
    type: 'string',
    default: '',
    help: 'File with the allowed values of the labels of metrics',
    ignored: oneSetOfMetrics,
  },
  'disabled-metrics': { type: 'strings', default: [], help: 'Metrics to turn off', ignored: oneSetOfMetrics },
  'show-hidden-metrics-for-version': {
    type: 'string',
    default: '',
    help: 'Previous version whose hidden metrics are shown',
    ignored: oneSetOfMetrics,
  },
} satisfies FlagTable;

export const logsFlags = {
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
  'logging-format': { type: 'string', default: 'text', help: 'Format of the log: json or text' },
  v: { type: 'int', short: 'v', default: 0, help: 'Verbosity of the log' },
  vmodule: {
    type: 'string',
    default: '',
    help: 'Verbosity by file: pattern=N',
    ignored: 'verbosity is the same for all files',
  },
} satisfies FlagTable;

export const tracesFlags = {
  'tracing-config-file': {
    type: 'string',
    default: '',
    help: 'File with a TracingConfiguration',
    unsupported: 'tracing is not implemented yet',
  },
} satisfies FlagTable;

export const egressSelectorFlags = {
  'egress-selector-config-file': {
    type: 'string',
    default: '',
    help: 'File with the EgressSelectorConfiguration',
    unsupported: 'all connections are direct',
  },
} satisfies FlagTable;
