// A writer that knows what it may find afterwards: what was acknowledged, or what was under way when the answer was lost.
import { OutcomeUnknownError } from '../support/client.mjs';
import { configMaps, isSealed, revisionOf, sealed } from '../support/objects.mjs';

const keysOfOne = 12;

/** Writes to objects of its own, one request after another. */
export class Writer {
  acknowledged = 0;
  highest = 0;
  /** Answers that say neither that it was done nor that it was not. */
  failed = [];
  #options;
  /** Of each name, what may be there: payloads, or undefined where it may be absent. */
  #possible = new Map();

  constructor({ id, namespace, random }) {
    this.#options = { id, path: configMaps(namespace), random };
  }

  /** Until the server is gone, or `isEnough`. */
  async writeUntilGone(client, isEnough = () => false) {
    try {
      while (!isEnough()) await this.#writeOne(client);
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
    }
  }

  async #writeOne(client) {
    const { id, path, random } = this.#options;
    const name = `${id}-${random.below(keysOfOne)}`;
    const now = this.#possible.get(name) ?? [undefined];
    const payload = random.text(random.pick([10, 100, 2000, 20_000]));
    // Whether it is there may not be known: an update and a creation find out.
    const isThere = now.length === 1 ? now[0] !== undefined : random.chance(0.5);
    const isDelete = isThere && random.chance(0.25);
    this.#possible.set(name, [...now, isDelete ? undefined : payload]);
    const answer = await (isDelete
      ? client.delete(`${path}/${name}`)
      : isThere
        ? client.put(`${path}/${name}`, sealed(name, payload))
        : client.post(path, sealed(name, payload)));
    this.#judge(name, { answer, now, next: isDelete ? undefined : payload });
  }

  #judge(name, { answer, now, next }) {
    const { status, document, text } = answer;
    if (status === 200 || status === 201) {
      this.acknowledged++;
      this.#possible.set(name, [next]);
      if (document?.kind === 'ConfigMap' && next !== undefined)
        this.highest = Math.max(this.highest, revisionOf(document));
    } else if (status === 404 || status === 409) {
      const isAbsent = status === 404;
      this.#possible.set(
        name,
        now.filter((payload) => (payload === undefined) === isAbsent),
      );
    } else if (status < 500 && status !== 404) {
      this.#possible.set(name, now);
      if (status !== 429) throw new Error(`a write was answered with ${status}: ${text.slice(0, 200)}`);
    } else {
      this.failed.push(status);
    }
  }

  /** Compares with what is there, and takes that as what is known: `{ lost, broken, undone }` are names. */
  compare(found) {
    const [lost, broken, undone] = [[], [], []];
    for (const [name, possible] of this.#possible) {
      const object = found.get(name);
      const payload = object?.data?.payload;
      if (object && !isSealed(object)) broken.push(name);
      if (!possible.includes(payload)) (possible.every((one) => one === undefined) ? undone : lost).push(name);
      this.#possible.set(name, [payload]);
    }
    return { lost, broken, undone };
  }
}
