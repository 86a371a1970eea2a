// A writer that tracks what may be stored afterwards: acknowledged writes, or writes whose response was lost.
import { OutcomeUnknownError } from '../support/client.mjs';
import { configMaps, isSealed, revisionOf, sealed } from '../support/objects.mjs';

const keysOfOne = 12;

/** Writes to its own objects, one request after another. */
export class Writer {
  acknowledged = 0;
  highest = 0;
  /** Responses that leave the outcome open. */
  failed = [];
  #options;
  /** The possible states of each name: payloads, or undefined if it may be absent. */
  #possible = new Map();

  constructor({ id, namespace, random }) {
    this.#options = { id, path: configMaps(namespace), random };
  }

  /** Writes until the server is down, or `isEnough`. */
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
    // Whether the object exists may be unknown: an update and a create find out.
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

  /** Compares with the stored state, and adopts it: `{ lost, broken, undone }` are names. */
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
