import { systemClock } from '../../apimachinery/clock/index.js';

interface Remembered<Answer> {
  readonly answer: Promise<Answer>;
  readonly until: number;
}

/** Caches the responses of another server for a while. Concurrent lookups of one key share a single call. */
export class AnswerCache<Answer> {
  readonly #answers = new Map<string, Remembered<Answer>>();
  readonly #milliseconds: number;
  readonly #maxAnswers: number;
  readonly #now: () => number;

  constructor({ milliseconds = 10_000, maxAnswers = 4096, now = systemClock.now } = {}) {
    this.#milliseconds = milliseconds;
    this.#maxAnswers = maxAnswers;
    this.#now = now;
  }

  /** Failures are not cached. */
  get(question: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#answers.get(question);
    if (known && known.until > this.#now()) return known.answer;
    const answer = ask();
    this.#answers.delete(question);
    this.#answers.set(question, { answer, until: this.#now() + this.#milliseconds });
    answer.catch(() => this.#forget(question, answer));
    if (this.#answers.size > this.#maxAnswers) this.#answers.delete(this.#answers.keys().next().value!);
    return answer;
  }

  #forget(question: string, answer: Promise<Answer>): void {
    if (this.#answers.get(question)?.answer === answer) this.#answers.delete(question);
  }
}
