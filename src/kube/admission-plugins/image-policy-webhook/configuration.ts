// Follows plugin/pkg/admission/imagepolicy/config.go (v1.36)

import { configurationFields } from '../../../apimachinery/configuration/index.js';
import type { JsonValue } from '../../../apimachinery/meta/index.js';
import { formatDuration } from '../../../apimachinery/meta/index.js';

export interface ImagePolicyConfiguration {
  /** Kubeconfig file that describes how to reach the webhook. */
  readonly kubeconfigFile: string;
  /** How long an allowed review is cached. */
  readonly allowMilliseconds: number;
  readonly denyMilliseconds: number;
  /** Delay between retries of a failed review. */
  readonly retryMilliseconds: number;
  /** Whether pods are admitted when the webhook fails. */
  readonly allowsByDefault: boolean;
}

interface Range {
  readonly unit: number;
  readonly least: number;
  readonly most: number;
  readonly default: number;
}

const nanosecond = 1e-6;
const second = 1000;
const minute = 60 * second;
const retryRange: Range = { unit: 1, least: nanosecond, most: 5 * minute, default: 500 };
const allowRange: Range = { unit: second, least: second, most: 30 * minute, default: 5 * minute };
const denyRange: Range = { ...allowRange, default: 30 * second };

/** Throws an error that describes the problem, also if there is no configuration. */
export function readImagePolicyConfiguration(document: JsonValue | undefined): ImagePolicyConfiguration {
  if (document === undefined) throw new Error('no config specified');
  const fields = configurationFields(document, 'AdmissionConfig').object(
    'imagePolicy',
    'imagepolicy.imagePolicyWebhookConfig',
  );
  const duration = (name: string, range: Range): number => durationOf(fields.integer(name, 'int64'), range);
  return {
    kubeconfigFile: fields.text('kubeConfigFile'),
    retryMilliseconds: duration('retryBackoff', retryRange),
    allowMilliseconds: duration('allowTTL', allowRange),
    denyMilliseconds: duration('denyTTL', denyRange),
    allowsByDefault: fields.flag('defaultAllow'),
  };
}

/** -1 disables; 0 selects the default. */
function durationOf(value: number, { unit, least, most, default: usual }: Range): number {
  if (value === -1) return 0;
  if (value === 0) return usual;
  const milliseconds = value * unit;
  if (milliseconds >= least && milliseconds <= most) return milliseconds;
  const [from, to, got] = [least, most, milliseconds].map(formatDuration);
  throw new Error(`valid value is between ${from} and ${to}, got ${got}`);
}
