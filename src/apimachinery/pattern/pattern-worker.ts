import { serveJobs } from '../worker-thread/index.js';
import { compilePattern } from './pattern.js';
import type { MatchJob, MatchOutcome, Search } from './pattern-thread.js';

/** The program of the thread that matches long texts: see pattern-thread.ts. */
serveJobs<MatchJob, MatchOutcome>((job) => {
  const outcome = job.operation === 'match' ? matched(job.source, job.texts) : found(job.source, job.text, job.search);
  return { outcome, moved: [outcome.found.buffer as ArrayBuffer] };
});

function matched(source: string, texts: readonly string[]): MatchOutcome {
  const pattern = compilePattern(source);
  return { found: Int32Array.from(texts, (text) => Number(pattern.matches(text))) };
}

function found(source: string, text: string, { limit, effort }: Search): MatchOutcome {
  const ends: number[] = [];
  let spent = 0;
  const places = compilePattern(source).findAll(text, (start) => {
    spent += text.length - start;
  });
  for (const { start, end } of places) {
    if (spent > effort) return { found: new Int32Array() };
    ends.push(start, end);
    if (ends.length >= 2 * limit) break;
  }
  return { found: Int32Array.from(ends), effort: spent };
}
