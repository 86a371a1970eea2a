import { type FieldError, FieldPath, invalidValue } from '../../../apimachinery/validation/index.js';
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

/** What is done about pods beyond a level. */
export const modes = ['enforce', 'audit', 'warn'] as const;
export type Mode = (typeof modes)[number];

export type Policy = Readonly<Record<Mode, LevelVersion>>;

/** A policy there is in any case: what is wrong is taken for the strictest of what is enforced, and else for nothing. */
export interface ParsedPolicy {
  readonly policy: Policy;
  readonly errors: readonly FieldError[];
}

export const labelPrefix = 'pod-security.kubernetes.io/';

type Labels = Readonly<Record<string, string>>;

/** What the labels of a namespace ask for; what they say nothing about is as the defaults are. */
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

/** Whether both come to the same: versions mean nothing where everything is allowed. */
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

/** What is refused is warned of too, in what is not refused: the templates of pods. */
function warningsOf(labels: Labels, { enforce, warn }: Policy): LevelVersion {
  const { [`${labelPrefix}warn`]: warnText, [`${labelPrefix}enforce`]: enforceText = '' } = labels;
  if (warnText !== undefined || !isLevel(enforceText) || !isStricter(enforce.level, warn.level)) return warn;
  const hasVersion = labels[`${labelPrefix}warn-version`] !== undefined;
  return { level: enforce.level, version: hasVersion ? warn.version : enforce.version };
}

function labelError(label: string, value: string, problem: string): FieldError {
  return invalidValue(FieldPath.of('metadata', 'labels').key(labelPrefix + label), value, problem);
}
