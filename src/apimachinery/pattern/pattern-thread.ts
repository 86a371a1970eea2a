import { WorkerThread } from '../worker-thread/index.js';

/** What the thread is sent: a pattern, and what to find in texts. */
export type MatchJob =
  /** Whether it matches each of the texts. */
  | { readonly operation: 'match'; readonly source: string; readonly texts: readonly string[] }
  /** At most `limit` places where it matches. */
  | { readonly operation: 'find'; readonly source: string; readonly text: string; readonly search: Search };

/** Limits of a search. */
export interface Search {
  /** The maximum number of matches. */
  readonly limit: number;
  /** The maximum number of characters that may have to be visited again: those after each match. */
  readonly effort: number;
}

export interface MatchOutcome {
  /** One number for each text, or two for each place: its start and its end. */
  readonly found: Int32Array;
  /** The effort of the search; undefined: it exceeded its limit. */
  readonly effort?: number | undefined;
}

/** A thread for long texts: matching one takes up to a tenth of a microsecond for each character and instruction of the pattern. */
const thread = new WorkerThread<MatchJob, MatchOutcome>({
  program: 'apimachinery/pattern/pattern-worker.js',
  purpose: 'matches patterns',
});

/** Matches with more steps than this should run in the thread: they may take up to ten milliseconds. */
export const longEffort = 100_000;

/** Whether a valid pattern matches anywhere in each of the texts. */
export async function matchInThread(source: string, texts: readonly string[]): Promise<boolean[]> {
  const { found } = await thread.run({ operation: 'match', source, texts });
  return Array.from(found, (matches) => matches === 1);
}

/** The places where a valid pattern matches: see `MatchOutcome`. */
export function findInThread(source: string, text: string, search: Search): Promise<MatchOutcome> {
  return thread.run({ operation: 'find', source, text, search });
}
