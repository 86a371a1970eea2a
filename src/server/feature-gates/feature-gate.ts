import type { Release } from './release.js';

/** Maturity of a feature. Before its first stage, a gate cannot be set. */
export type Maturity = 'alpha' | 'beta' | 'GA' | 'deprecated';

/**
 * From which release on a gate has which maturity and default: `1.30 alpha off`, `1.34 GA on locked`. A locked gate
 * cannot be set to anything but its default.
 */
export type StageText = `${number}.${number} ${Maturity} ${'on' | 'off'}${'' | ' locked'}`;

/** A feature gate: the stages that it has been through, and whether it is on in them. */
export interface FeatureGate {
  /** In ascending order of releases. */
  readonly stages: readonly [StageText, ...StageText[]];
  /** Gates that must be enabled if this one is. */
  readonly dependsOn?: readonly string[];
  /**
   * What the gate changes in this server. `implemented`: both positions work. `internal`: it selects among
   * implementations in kube-apiserver that behave alike. `elsewhere`: it concerns other programs, such as the kubelet.
   * Unset: only the default position is implemented.
   */
  readonly effect?: 'implemented' | 'internal' | 'elsewhere';
}

/** Gates by name. */
export type FeatureGateTable = Readonly<Record<string, FeatureGate>>;

export interface Stage {
  readonly release: Release;
  readonly maturity: Maturity;
  readonly isOnByDefault: boolean;
  readonly isLocked: boolean;
}

const stages = new Map<StageText, Stage>();

/** Few of the stages of all gates differ, so each is parsed once. */
export function parseStage(text: StageText): Stage {
  const known = stages.get(text);
  if (known) return known;
  const [version = '', maturity, position, lock] = text.split(' ');
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const stage: Stage = {
    release: { major, minor },
    maturity: maturity as Maturity,
    isOnByDefault: position === 'on',
    isLocked: lock === 'locked',
  };
  stages.set(text, stage);
  return stage;
}

/** The word of upstream for a maturity, in metrics and help texts. */
export const maturityLabels: Readonly<Record<Maturity, string>> = {
  alpha: 'ALPHA',
  beta: 'BETA',
  GA: '',
  deprecated: 'DEPRECATED',
};
