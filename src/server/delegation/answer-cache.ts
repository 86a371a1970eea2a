import { systemClock } from '../../apimachinery/clock/index.js';

interface Remembered<Answer> {
  readonly answer: Promise<Answer>;
  readonly until: number;
}

/** Remembers what another server answered for a while. Questions that are asked at once are asked there once. */
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

  /** A failure is not remembered. */
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
