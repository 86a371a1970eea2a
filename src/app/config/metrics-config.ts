// Follows staging/src/k8s.io/component-base/metrics/options.go (v1.36)
// Follows staging/src/k8s.io/component-base/metrics/api/v1/config.go (v1.36)

import { readFileSync } from 'node:fs';
import { decodeYaml } from '../../apimachinery/codec/index.js';
import { goQuote, isJsonObject, type JsonValue } from '../../apimachinery/meta/index.js';
import { type FlagValues, inGroup } from '../../server/flags/index.js';
import type { MetricsExposure } from '../../server/metrics/index.js';

export const metricsFlags = inGroup('metrics', {
  'allow-metric-labels': {
    type: 'stringMap',
    default: new Map(),
    help: "Allowed values of the labels of metrics, such as metric,label=value1,value2; other values are exposed as 'unexpected'",
    validate: (mapping) => mappingProblems(mapping, 'metrics.allowListMapping'),
  },
  'allow-metric-labels-manifest': {
    type: 'string',
    default: '',
    help: 'File with the allowed values of the labels of metrics, if --allow-metric-labels is not given: "metric,label": "value1,value2"',
    validate: manifestProblems,
  },
  'disabled-metrics': {
    type: 'strings',
    default: [],
    help: 'Names of metrics that are not exposed',
    validate: disabledProblems,
  },
  'show-hidden-metrics-for-version': {
    type: 'string',
    default: '',
    help: 'Previous version whose hidden metrics are shown',
    ignored: 'no metric is hidden',
    validate: versionProblems,
  },
});

type MetricsFlags = FlagValues<typeof metricsFlags>;

const metricName = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const labelName = '[a-zA-Z_][a-zA-Z0-9_]*';
const previousVersion = '1.35';

export function metricsConfig(flags: MetricsFlags): MetricsExposure {
  const manifest = flags['allow-metric-labels-manifest'];
  const given = flags['allow-metric-labels'];
  const mapping = given.size > 0 || manifest === '' ? given : readManifest(manifest);
  const allowedValues = new Map<string, Map<string, ReadonlySet<string>>>();
  for (const [key, values] of mapping) {
    const [metric = '', label = ''] = key.split(',');
    const labels = allowedValues.get(metric) ?? new Map();
    allowedValues.set(metric, labels.set(label, new Set(values.split(','))));
  }
  return { disabled: new Set(flags['disabled-metrics'].filter((name) => name !== '')), allowedValues };
}

export function validateMetrics(flags: MetricsFlags): string[] {
  const hasBoth = flags['allow-metric-labels'].size > 0 && flags['allow-metric-labels-manifest'] !== '';
  return hasBoth ? ['metrics: cannot specify both allowListMapping and allowListMappingManifest'] : [];
}

function mappingProblems(mapping: ReadonlyMap<string, string>, path: string): string[] {
  const expression = new RegExp(`^${metricName},${labelName}$`);
  if ([...mapping.keys()].every((key) => expression.test(key))) return [];
  const shown = [...mapping].map(([key, value]) => `${goQuote(key)}:${goQuote(value)}`).join(', ');
  const rule = `must have keys with format \`metricName,labelName\` where metricName matches ${goQuote(metricName)} and labelName matches ${goQuote(labelName)}`;
  return [`${path}: Invalid value: map[string]string{${shown}}: ${rule}`];
}

function manifestProblems(file: string): string[] {
  if (file === '') return [];
  const path = 'metrics.allowListMappingManifest';
  try {
    const problems = mappingProblems(readManifest(file), path);
    return problems.map(
      (problem) => `${path}: Invalid value: ${goQuote(file)}: invalid allow list mapping in manifest: [${problem}]`,
    );
  } catch (error) {
    return [`${path}: Invalid value: ${goQuote(file)}: ${(error as Error).message}`];
  }
}

function readManifest(file: string): ReadonlyMap<string, string> {
  let text: Buffer;
  try {
    text = readFileSync(file);
  } catch (error) {
    throw new Error(`failed to read allow list manifest: ${(error as Error).message}`, { cause: error });
  }
  let value: JsonValue;
  try {
    value = decodeYaml(text);
  } catch (error) {
    throw new Error(`failed to parse allow list manifest: ${(error as Error).message}`, { cause: error });
  }
  if (!isJsonObject(value)) throw new Error('failed to parse allow list manifest: it is not a mapping');
  return new Map(Object.entries(value).map(([key, values]) => [key, String(values ?? '')]));
}

function disabledProblems(names: readonly string[]): string[] {
  const expression = new RegExp(`^${metricName}$`);
  const wrong = names.find((name) => !expression.test(name));
  if (wrong === undefined) return [];
  const rule = `must be fully qualified metric names matching ${goQuote(`^${metricName}$`)}, got ${goQuote(wrong)}`;
  return [`metrics.disabledMetrics: Invalid value: []string{${names.map(goQuote).join(', ')}}: ${rule}`];
}

function versionProblems(version: string): string[] {
  if (version === '' || version === previousVersion) return [];
  const rule = `must be omitted or have the value '${previousVersion}'; only the previous minor version is allowed`;
  return [`metrics.showHiddenMetricsForVersion: Invalid value: ${goQuote(version)}: ${rule}`];
}
