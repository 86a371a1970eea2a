import { loadSimulation } from './load.mjs';

/** Most mutants are found by one of the first few. */
const maxSeeds = 3000;

/** Runs seeds with a mutant until one finds it, or the maximum is reached. */
export async function findMutant(mutant) {
  const part = mutant.scenario.endsWith('api') ? 'api' : 'storage';
  const { scenarios } = await loadSimulation({ part, mutant });
  for (let seed = 1; seed <= maxSeeds; seed++) {
    try {
      await scenarios[mutant.scenario]({ seed });
    } catch (problem) {
      return { seed, problem };
    }
  }
  return { seed: maxSeeds, problem: undefined };
}
