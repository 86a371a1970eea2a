import { systemClock } from '../../../apimachinery/clock/index.js';

interface Remembered<Answer> {
  readonly answer: Answer;
  readonly until: number;
}

const maxAnswers = 8192;

/** An LRU cache of decisions with expiry. */
export class RecentAnswers<Answer> {
  /** Least recently used first. */
  readonly #answers = new Map<string, Remembered<Answer>>();
  readonly #now: () => number;

  constructor(now: () => number = systemClock.now) {
    this.#now = now;
  }

  get(question: string): Answer | undefined {
    const remembered = this.#answers.get(question);
    if (!remembered) return undefined;
    this.#answers.delete(question);
    if (remembered.until <= this.#now()) return undefined;
    this.#answers.set(question, remembered);
    return remembered.answer;
  }

  add(question: string, answer: Answer, milliseconds: number): void {
    if (milliseconds <= 0) return;
    this.#answers.set(question, { answer, until: this.#now() + milliseconds });
    if (this.#answers.size <= maxAnswers) return;
    const [oldest] = this.#answers.keys();
    this.#answers.delete(oldest!);
  }
}
