import type { CompileRules, CostBudget } from './rules.js';

/** The rules that defaults must keep, as a new value and as one that replaces itself, and what they may cost. */
export interface DefaultRules {
  readonly compile: CompileRules;
  readonly budget: CostBudget;
}

/**
 * Rules that are younger than some stored definitions: `structure`, that schemas are structural at all; `types`, that
 * types exist; `prunedDefaults`, that defaults have no unknown fields; `atomicSetItems`, that items of sets are not
 * merged; `presentMapKeys`, that what items of lists are told apart by is never missing.
 */
export type LaterRule = 'structure' | 'types' | 'prunedDefaults' | 'atomicSetItems' | 'presentMapKeys';

export interface StructuralOptions {
  /** Defaults are held against these. */
  readonly rules?: DefaultRules;
  /** What a definition that breaks these rules already may go on doing. */
  readonly tolerated?: ReadonlySet<LaterRule>;
}

export const toleratingNothing: ReadonlySet<LaterRule> = new Set<LaterRule>();
