import type { CompileRules, CostBudget } from './rule-check.js';

/** The rules for defaults, as a new value and as one that replaces itself, and their cost budget. */
export interface DefaultRules {
  readonly compile: CompileRules;
  readonly budget: CostBudget;
}

/**
 * Rules that were added later and that stored definitions may violate: `structure`, schemas are structural at all;
 * `types`, types exist; `prunedDefaults`, defaults have no unknown fields; `atomicSetItems`, items of sets are atomic;
 * `presentMapKeys`, keys of list items are never missing.
 */
export type LaterRule = 'structure' | 'types' | 'prunedDefaults' | 'atomicSetItems' | 'presentMapKeys';

/** Options of `checkStructural`. */
export interface StructuralOptions {
  /** Defaults are validated against these. */
  readonly rules?: DefaultRules;
  /** Rules that the existing definition already violates, which are tolerated. */
  readonly tolerated?: ReadonlySet<LaterRule>;
}

export const toleratingNothing: ReadonlySet<LaterRule> = new Set<LaterRule>();
