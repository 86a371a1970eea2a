import { loadSimulation } from './load.mjs';

/** Runs seeds from the first on with a mistake in the source, until one finds it, or as many as it may take have not. */
export async function findMutant(mutant) {
  const { scenarios } = await loadSimulation(mutant);
  for (let seed = 1; seed <= mutant.within; seed++) {
    try {
      await scenarios[mutant.scenario]({ seed });
    } catch (problem) {
      return { seed, problem };
    }
  }
  return { seed: mutant.within, problem: undefined };
}
