import { isStorageError } from '../errors.js';
import { type FileFindings, inspectFile } from './lmdb-file/index.js';
import { readSettings, type Settings } from './settings.js';
import { StoreCheck, type StoreCheckOptions } from './store-check.js';
import { runYielding } from './verify-data.js';

export interface InspectStoreOptions extends Pick<StoreCheckOptions, 'checkValue'> {
  /** The data file. No process may write to it during the inspection. */
  readonly path: string;
  /** The length of the store within the file; unset: the whole file. */
  readonly length?: number;
}

/** The content of a data file, and its problems. */
export interface StoreReport {
  /** Problems with the structure of the file: LMDB must not open it. */
  readonly fileProblems: readonly string[];
  /** Problems with records: only reads of these records fail. */
  readonly recordProblems: readonly string[];
  /** Undefined if the file cannot be read at all. */
  readonly file: FileFindings | undefined;
  readonly settings: Settings | undefined;
  readonly counted: StoreCheck['counted'] | undefined;
}

/** Further problems are counted, but not listed. */
const mostProblems = 1000;

/** Reads a whole store without mapping it, and checks every known invariant. Changes nothing. */
export async function inspectStore({ path, length, checkValue }: InspectStoreOptions): Promise<StoreReport> {
  const range = { path, ...(length !== undefined && { length }) };
  const fileProblems = new Problems();
  const recordProblems = new Problems();
  const stored = new Map<string, Buffer>();
  const file = await runYielding(
    inspectFile({
      ...range,
      visit: { meta: (name, value) => void stored.set(name.toString(), Buffer.from(value)) },
      onDamage: ({ message }) => fileProblems.add(message),
    }),
  );
  let [settings, counted]: [Settings | undefined, StoreCheck['counted'] | undefined] = [undefined, undefined];
  try {
    settings = file && readSettings(path, (name) => stored.get(name.toString()));
  } catch (error) {
    if (!isStorageError(error)) throw error;
    recordProblems.add(error.message);
  }
  if (settings) {
    const check = new StoreCheck({ settings, checkValue, onProblem: (problem) => recordProblems.add(problem) });
    await runYielding(inspectFile({ ...range, visit: check.visit, onDamage: () => {} }));
    check.finish();
    counted = check.counted;
  }
  return { fileProblems: fileProblems.all, recordProblems: recordProblems.all, file, settings, counted };
}

class Problems {
  readonly #listed: string[] = [];
  #more = 0;

  add(problem: string): void {
    if (this.#listed.length < mostProblems) this.#listed.push(problem);
    else this.#more++;
  }

  get all(): readonly string[] {
    return this.#more > 0 ? [...this.#listed, `${this.#more} more`] : this.#listed;
  }
}
