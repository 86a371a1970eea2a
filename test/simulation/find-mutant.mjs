import { loadSimulation } from './load.mjs';

/** Most are found by one of the first few. */
const maxSeeds = 3000;

/** Runs seeds from the first on with a mistake in the source, until one finds it, or as many as it may take have not. */
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
