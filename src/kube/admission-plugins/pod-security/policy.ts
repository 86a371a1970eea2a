// Follows staging/src/k8s.io/pod-security-admission/api/helpers.go (v1.36)

import { type FieldError, FieldPath } from '../../../apimachinery/validation/index.js';
import {
  isLevel,
  isSame,
  isStricter,
  isVersion,
  type Level,
  type LevelVersion,
  latest,
  levelProblem,
  versionProblem,
} from './level-version.js';

/** Actions on pods that violate a level. */
export const modes = ['enforce', 'audit', 'warn'] as const;
export type Mode = (typeof modes)[number];

export type Policy = Readonly<Record<Mode, LevelVersion>>;

/**
 * Always has a policy: an invalid enforce level becomes `restricted`, invalid audit and warn levels become
 * `privileged`.
 */
export interface ParsedPolicy {
  readonly policy: Policy;
  readonly errors: readonly FieldError[];
}

export const labelPrefix = 'pod-security.kubernetes.io/';

type Labels = Readonly<Record<string, string>>;

/** Returns the policy from the labels of a namespace; missing labels use the defaults. */
export function policyOf(labels: Labels, defaults: Policy): ParsedPolicy {
  const errors: FieldError[] = [];
  const policy = {
    enforce: readMode(labels, 'enforce', { defaults, errors }),
    audit: readMode(labels, 'audit', { defaults, errors }),
    warn: readMode(labels, 'warn', { defaults, errors }),
  };
  return { policy: { ...policy, warn: warningsOf(labels, policy) }, errors };
}

export function isFullyPrivileged({ enforce, audit, warn }: Policy): boolean {
  return enforce.level === 'privileged' && audit.level === 'privileged' && warn.level === 'privileged';
}

/** Whether both have the same effect: versions are irrelevant for `privileged`. */
export function isEquivalent(a: Policy, b: Policy): boolean {
  return modes.every(
    (mode) => isSame(a[mode], b[mode]) || (a[mode].level === 'privileged' && b[mode].level === 'privileged'),
  );
}

function readMode(
  labels: Labels,
  mode: Mode,
  { defaults, errors }: { defaults: Policy; errors: FieldError[] },
): LevelVersion {
  let { level, version } = defaults[mode];
  const levelText = labels[labelPrefix + mode];
  if (levelText !== undefined) {
    if (!isLevel(levelText)) errors.push(labelError(mode, levelText, levelProblem));
    level = levelOf(levelText, mode);
  }
  const versionText = labels[`${labelPrefix}${mode}-version`];
  if (versionText !== undefined) {
    const isValid = isVersion(versionText);
    if (!isValid) errors.push(labelError(`${mode}-version`, versionText, versionProblem));
    version = isValid ? versionText : latest;
  }
  return { level, version };
}

function levelOf(text: string, mode: Mode): Level {
  if (isLevel(text)) return text;
  return mode === 'enforce' ? 'restricted' : 'privileged';
}

/** Without a warn label, warns at the enforced level, since workloads with violating templates are not rejected. */
function warningsOf(labels: Labels, { enforce, warn }: Policy): LevelVersion {
  const { [`${labelPrefix}warn`]: warnText, [`${labelPrefix}enforce`]: enforceText = '' } = labels;
  if (warnText !== undefined || !isLevel(enforceText) || !isStricter(enforce.level, warn.level)) return warn;
  const hasVersion = labels[`${labelPrefix}warn-version`] !== undefined;
  return { level: enforce.level, version: hasVersion ? warn.version : enforce.version };
}

function labelError(label: string, value: string, problem: string): FieldError {
  return FieldPath.of('metadata', 'labels')
    .key(labelPrefix + label)
    .invalid(value, problem);
}
