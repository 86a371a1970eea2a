// Follows staging/src/k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go (v1.36)
// Follows staging/src/k8s.io/apiserver/pkg/util/flowcontrol/conc_alloc.go (v1.36)

import type { PriorityLevelConfiguration } from './configuration.js';
import type { PriorityLevel, SeatLimits } from './priority-level.js';

const defaultShares = 30;

/** Divides the server's seats among the levels by their shares. */
export function seatLimitsOf(
  configurations: readonly PriorityLevelConfiguration[],
  serverSeats: number,
): ReadonlyMap<string, SeatLimits> {
  const total = configurations.reduce((sum, configuration) => sum + sharesOf(configuration), 0);
  return new Map(
    configurations.map((configuration) => {
      const { exempt, limited } = configuration.spec;
      const nominal = Math.ceil((serverSeats * sharesOf(configuration)) / Math.max(total, 1));
      const { lendablePercent = 0 } = limited ?? exempt ?? {};
      const lendable = Math.round((nominal * lendablePercent) / 100);
      const percent = limited?.borrowingLimitPercent;
      const borrowable = percent === undefined ? serverSeats : Math.round((nominal * percent) / 100);
      return [configuration.metadata.name, { nominal, lower: nominal - lendable, upper: nominal + borrowable }];
    }),
  );
}

function sharesOf({ spec: { type, exempt, limited } }: PriorityLevelConfiguration): number {
  if (type === 'Exempt') return exempt?.nominalConcurrencyShares ?? 0;
  return limited?.nominalConcurrencyShares ?? defaultShares;
}

/** The part of the smoothed demand that remains after one period. */
const smoothing = 0.977;

/** Tracks the demand of levels for seats, and lets levels with low demand lend to those with more. */
export class SeatBorrowing {
  readonly #smoothed = new Map<string, number>();
  readonly #targets = new Map<string, number>();
  /** The fraction of its target that each level got last. */
  fairFraction = 0;

  /** Smoothed demand and target of a level; 0 before the first adjustment. */
  claim(name: string): { readonly smoothed: number; readonly target: number } {
    return { smoothed: this.#smoothed.get(name) ?? 0, target: this.#targets.get(name) ?? 0 };
  }

  /** Sets the limits of the levels by their demand since the last call, which was `periods` ago. */
  adjust(levels: readonly PriorityLevel[], periods: number): void {
    const names = new Set(levels.map(({ name }) => name));
    for (const known of [this.#smoothed, this.#targets])
      for (const name of known.keys()) if (!names.has(name)) known.delete(name);
    const claims = levels.map((level) => this.#claimOf(level, periods));
    const limited = claims.filter(({ level }) => !level.isExempt);
    const seats = levels.reduce((sum, { seatLimits }) => sum + seatLimits.nominal, 0);
    const taken = claims.reduce((sum, { level, lower }) => sum + (level.isExempt ? lower : 0), 0);
    const proportion = fairProportion(limited, seats - taken);
    this.fairFraction = proportion;
    for (const claim of claims) {
      claim.level.limit = claim.level.isExempt ? claim.lower : Math.round(seatsAt(claim, proportion));
    }
  }

  #claimOf(level: PriorityLevel, periods: number): Claim {
    const { nominal, lower: least, upper } = level.seatLimits;
    const highest = level.takeHighestDemand();
    const decayed = (this.#smoothed.get(level.name) ?? 0) * smoothing ** periods;
    const smoothed = Math.max(highest, decayed + (1 - smoothing) * highest);
    this.#smoothed.set(level.name, smoothed);
    const lower = Math.max(least, level.isExempt ? highest : Math.min(nominal, highest));
    const target = Math.max(lower, smoothed, smallestTarget);
    this.#targets.set(level.name, target);
    return { level, lower, upper: Math.max(upper, lower), target };
  }
}

interface Claim {
  readonly level: PriorityLevel;
  readonly lower: number;
  readonly upper: number;
  readonly target: number;
}

const smallestTarget = 0.001;
const bisections = 60;

function seatsAt({ lower, upper, target }: Claim, proportion: number): number {
  return Math.min(upper, Math.max(lower, target * proportion));
}

/** The fraction of its target that each claim gets, within its bounds, so that all seats are allotted. */
function fairProportion(claims: readonly Claim[], seats: number): number {
  let [low, high] = [0, Math.max(1, seats) / smallestTarget];
  for (let step = 0; step < bisections; step++) {
    const middle = (low + high) / 2;
    const sum = claims.reduce((total, claim) => total + seatsAt(claim, middle), 0);
    if (sum > seats) high = middle;
    else low = middle;
  }
  return low;
}
