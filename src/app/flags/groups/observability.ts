import type { FlagTable } from '../flag.js';

const oneSetOfMetrics = 'all metrics are shown with all labels';
const alphaOptions = 'an alpha option of another logger';

export const metricsFlags = {
  'allow-metric-labels': {
    type: 'map',
    default: new Map(),
    help: 'Values that labels of metrics may have',
    ignored: oneSetOfMetrics,
  },
  'allow-metric-labels-manifest': {
    type: 'string',
    default: '',
    help: 'File with values that labels of metrics may have',
    ignored: oneSetOfMetrics,
  },
  'disabled-metrics': { type: 'strings', default: [], help: 'Metrics that are not shown', ignored: oneSetOfMetrics },
  'show-hidden-metrics-for-version': {
    type: 'string',
    default: '',
    help: 'Version whose hidden metrics are shown',
    ignored: oneSetOfMetrics,
  },
} satisfies FlagTable;

export const logsFlags = {
  'log-flush-frequency': {
    type: 'duration',
    default: 5000,
    help: 'How often logs are flushed',
    ignored: 'lines are written at once',
  },
  'log-json-info-buffer-size': {
    type: 'string',
    default: '0',
    help: 'Bytes that are kept back',
    ignored: alphaOptions,
  },
  'log-json-split-stream': { type: 'bool', default: false, help: 'Errors to standard error', ignored: alphaOptions },
  'log-text-info-buffer-size': {
    type: 'string',
    default: '0',
    help: 'Bytes that are kept back',
    ignored: alphaOptions,
  },
  'log-text-split-stream': { type: 'bool', default: false, help: 'Errors to standard error', ignored: alphaOptions },
  'logging-format': { type: 'string', default: 'text', help: 'Form of the log: json or text' },
  v: { type: 'int', short: 'v', default: 0, help: 'How much is logged' },
  vmodule: {
    type: 'string',
    default: '',
    help: 'How much is logged by certain files: pattern=N',
    ignored: 'files are not told apart',
  },
} satisfies FlagTable;

export const tracesFlags = {
  'tracing-config-file': {
    type: 'string',
    default: '',
    help: 'File with a TracingConfiguration',
    unsupported: 'traces are not there yet',
  },
} satisfies FlagTable;

export const egressSelectorFlags = {
  'egress-selector-config-file': {
    type: 'string',
    default: '',
    help: 'File that says by which way to reach what',
    unsupported: 'everything is reached directly',
  },
} satisfies FlagTable;
