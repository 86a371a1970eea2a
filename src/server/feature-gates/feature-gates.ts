// Follows staging/src/k8s.io/component-base/featuregate/feature_gate.go (v1.36)

import { type FeatureGate, type FeatureGateTable, maturityLabels, parseStage, type Stage } from './feature-gate.js';
import { genericFeatureGates } from './generic-feature-gates.js';
import { compareReleases, formatRelease, type Release } from './release.js';

/** Options of `FeatureGates`. */
export interface FeatureGatesOptions {
  /** Gates in addition to those of the generic server. */
  readonly gates?: FeatureGateTable;
  /** Selects the stages of the gates. Unset: the latest ones. */
  readonly version?: { readonly emulation: Release; readonly minCompatibility: Release };
  /** Positions that were set explicitly. Unset: all gates have their defaults. */
  readonly settings?: ReadonlyMap<string, boolean>;
}

/** The problems with the positions of gates. */
export class InvalidFeatureGates extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.problems = problems;
  }
}

/** A gate that exists in the emulated release. */
export interface FeatureState {
  readonly name: string;
  readonly stage: Stage;
  readonly isEnabled: boolean;
  /** Whether its position was set explicitly. */
  readonly isSet: boolean;
  readonly effect: FeatureGate['effect'];
}

/** Gates that stand for all gates of a maturity. */
const groups: FeatureGateTable = {
  AllAlpha: { stages: ['0.0 alpha off'], effect: 'implemented' },
  AllBeta: { stages: ['0.0 beta off'], effect: 'implemented' },
};

const known: FeatureGateTable = { ...groups, ...genericFeatureGates };

/** Which features are enabled. Immutable; each server has its own. */
export class FeatureGates {
  readonly #gates: FeatureGateTable;
  readonly #version: FeatureGatesOptions['version'];
  readonly #settings: ReadonlyMap<string, boolean>;
  readonly #stages = new Map<string, Stage | undefined>();
  readonly #enabled = new Map<string, boolean>();
  #states: readonly FeatureState[] | undefined;

  /** Throws InvalidFeatureGates if the settings are not possible. */
  constructor({ gates = {}, version, settings = new Map() }: FeatureGatesOptions = {}) {
    const twice = Object.keys(gates).find((name) => Object.hasOwn(known, name));
    if (twice !== undefined) throw new Error(`feature gate ${JSON.stringify(twice)} already exists`);
    this.#gates = { ...known, ...gates };
    this.#version = version;
    this.#settings = settings;
    for (const [name, gate] of Object.entries(this.#gates)) this.#stages.set(name, stageAt(gate, version?.emulation));
    const problems = this.#settingProblems();
    if (problems.length > 0) throw new InvalidFeatureGates(problems);
    for (const name of this.#stages.keys()) this.#enabled.set(name, this.#position(name));
    const unmet = this.#dependencyProblems();
    if (unmet.length > 0) throw new InvalidFeatureGates(unmet);
  }

  /** The oldest release whose servers may share the storage. Undefined: none is known. */
  get minCompatibility(): Release | undefined {
    return this.#version?.minCompatibility;
  }

  /** The release whose features these are. Undefined: the latest one. */
  get emulation(): Release | undefined {
    return this.#version?.emulation;
  }

  /** Throws if there is no such gate. */
  isEnabled(name: string): boolean {
    const isEnabled = this.#enabled.get(name);
    if (isEnabled === undefined) throw new Error(`feature ${JSON.stringify(name)} is not registered in FeatureGate`);
    return isEnabled;
  }

  /** The same positions, and these gates at their defaults unless they are known already. */
  including(gates: FeatureGateTable): FeatureGates {
    if (Object.keys(gates).every((name) => this.#stages.has(name))) return this;
    const own = Object.entries(this.#gates).filter(([name]) => !Object.hasOwn(known, name));
    return new FeatureGates({
      gates: { ...gates, ...Object.fromEntries(own) },
      settings: this.#settings,
      ...(this.#version && { version: this.#version }),
    });
  }

  /** All gates that exist in the emulated release, sorted by name. */
  states(): readonly FeatureState[] {
    this.#states ??= [...this.#stages]
      .flatMap(([name, stage]) => {
        if (!stage) return [];
        const { effect } = this.#gates[name]!;
        return [{ name, stage, isEnabled: this.isEnabled(name), isSet: this.#settings.has(name), effect }];
      })
      .sort((left, right) => (left.name < right.name ? -1 : 1));
    return this.#states;
  }

  /** Lines for a help text: the alpha and beta gates with their defaults. */
  describe(): string[] {
    return this.states()
      .filter(({ stage: { maturity } }) => maturity === 'alpha' || maturity === 'beta')
      .map(({ name, stage: { maturity, isOnByDefault } }) => {
        return `${name}=true|false (${maturityLabels[maturity]} - default=${isOnByDefault})`;
      });
  }

  /** Settings take precedence over those of groups, and these over defaults. */
  #position(name: string): boolean {
    const stage = this.#stages.get(name);
    const set = this.#settings.get(name);
    if (set !== undefined || !stage) return set ?? false;
    const group = Object.hasOwn(groups, name) ? undefined : groupOf(stage);
    return (group === undefined ? undefined : this.#settings.get(group)) ?? stage.isOnByDefault;
  }

  #settingProblems(): string[] {
    const unknown = [...this.#settings.keys()].find((name) => !this.#stages.has(name));
    if (unknown !== undefined) return [`unrecognized feature gate: ${unknown}`];
    return [...this.#settings].flatMap(([name, value]) => {
      const stage = this.#stages.get(name);
      const refused = `cannot set feature gate ${name} to ${value}`;
      if (!stage) return [`${refused}, feature is PreAlpha at ${this.#versionText()}`];
      const isRefused = stage.isLocked && stage.isOnByDefault !== value;
      return isRefused ? [`${refused}, feature is locked to ${stage.isOnByDefault}`] : [];
    });
  }

  #versionText(): string {
    const { emulation, minCompatibility } = this.#version!;
    return `emulated version ${formatRelease(emulation)}, min compatibility version ${formatRelease(minCompatibility)}`;
  }

  #dependencyProblems(): string[] {
    return Object.entries(this.#gates).flatMap(([name, { dependsOn = [] }]) => {
      const disabled = dependsOn.filter((other) => !this.isEnabled(other));
      if (disabled.length === 0 || !this.isEnabled(name)) return [];
      return [`${name} is enabled, but depends on features that are disabled: [${disabled.join(' ')}]`];
    });
  }
}

function groupOf({ maturity }: Stage): string | undefined {
  if (maturity === 'alpha') return 'AllAlpha';
  return maturity === 'beta' ? 'AllBeta' : undefined;
}

/** Undefined: the gate does not exist in the release yet. */
function stageAt({ stages }: FeatureGate, release: Release | undefined): Stage | undefined {
  if (!release) return parseStage(stages.at(-1)!);
  const text = stages.findLast((stage) => compareReleases(parseStage(stage).release, release) <= 0);
  return text && parseStage(text);
}
