// Histories for tests of the checker: valid ones, made by a register, and ones made invalid with certainty.

/** A valid history: each operation takes effect at one moment between its call and its return. */
export function goodHistory(random, { operations = 40, keys = 1, overlap = 4, unknown = 0.1 } = {}) {
  const registers = new Map();
  let revision = 0;
  const history = [];
  for (let index = 0; index < operations; index++) {
    const key = `key-${random.below(keys)}`;
    const state = registers.get(key);
    const operation = request(random, { id: `op-${index}`, key, state });
    // It takes effect at `index`; one with an unknown outcome may also have no effect.
    const isUnknown = operation.type !== 'get' && random.chance(unknown);
    const hasEffect = !isUnknown || random.chance(0.5);
    const { outcome, next } = hasEffect ? perform(operation, state, revision + 1) : { outcome: {}, next: state };
    if (next !== state) revision++;
    registers.set(key, next);
    operation.call = index - random.next() * overlap;
    operation.return = isUnknown ? Number.POSITIVE_INFINITY : index + random.next() * overlap;
    operation.outcome = isUnknown ? { kind: 'unknown', version: outcome.version } : outcome;
    history.push(operation);
  }
  return history.map((operation) => forgetUnseen(operation, history));
}

/** The version of a write without a response is known only if another client has seen it. */
function forgetUnseen(operation, history) {
  const { kind, version } = operation.outcome;
  if (kind !== 'unknown' || version === undefined) return operation;
  const isSeen = history.some(({ outcome, expected }) => outcome.value === operation.value || expected === version);
  return isSeen ? operation : { ...operation, outcome: { kind } };
}

function request(random, { id, key, state }) {
  const type = random.weighted({ get: 4, create: 2, update: 3, patch: 1, delete: 1 });
  const stale = Math.max(1, (state?.version ?? 1) - random.below(3));
  const expected = random.chance(0.8) ? (state?.version ?? 1) : stale;
  const value = `v-${id}`;
  const parts = { get: {}, create: { value }, update: { value, expected }, patch: { value }, delete: {} };
  if (type === 'delete' && random.chance(0.5)) parts.delete = { expected };
  return { id, client: 'c', key, type, ...parts[type] };
}

function perform({ type, value, expected }, state, version) {
  if (type === 'get') return { next: state, outcome: state ? { kind: 'ok', ...state } : { kind: 'absent' } };
  if (type === 'create') {
    return state
      ? { next: state, outcome: { kind: 'exists' } }
      : { next: { version, value }, outcome: { kind: 'ok', version } };
  }
  if (!state) return { next: state, outcome: { kind: 'absent' } };
  if (expected !== undefined && expected !== state.version) return { next: state, outcome: { kind: 'conflict' } };
  if (type === 'delete') return { next: undefined, outcome: { kind: 'ok' } };
  return { next: { version, value }, outcome: { kind: 'ok', version } };
}

const isOk = ({ outcome }) => outcome.kind === 'ok';
const isWrite = ({ type }) => ['create', 'update', 'patch'].includes(type);

/** Each makes a valid history of one key impossible, or returns undefined if it does not apply. */
export const mutations = {
  /** A read after an acknowledged write returns the state before it. */
  staleRead(history, random) {
    const writes = history.filter((operation) => isWrite(operation) && isOk(operation));
    const pairs = history
      .filter((read) => read.type === 'get' && isOk(read))
      .flatMap((read) =>
        writes
          .filter((write) => write.return < read.call)
          .flatMap((newer) =>
            writes.filter((older) => older.outcome.version < newer.outcome.version).map((older) => ({ read, older })),
          ),
      );
    if (pairs.length === 0) return undefined;
    const { read, older } = random.pick(pairs);
    return replace(history, read, { ...older.outcome, value: older.value });
  },
  /** A read returns a value that was never written. */
  inventedValue(history, random) {
    const read = random.pick(history.filter((operation) => operation.type === 'get' && isOk(operation)));
    return read && replace(history, read, { ...read.outcome, value: 'invented' });
  },
  /** A write that was seen is reported as refused. */
  refusedThoughDone(history, random) {
    const seen = new Set(
      history.filter((operation) => operation.type === 'get' && isOk(operation)).map(({ outcome }) => outcome.value),
    );
    const write = random.pick(
      history.filter((operation) => isWrite(operation) && isOk(operation) && seen.has(operation.value)),
    );
    return (
      write && replace(history, write, { kind: { create: 'exists', update: 'conflict', patch: 'absent' }[write.type] })
    );
  },
  /** Two updates of the same version are reported as successful. */
  lostUpdate(history, random) {
    const update = random.pick(history.filter((operation) => operation.type === 'update' && isOk(operation)));
    if (!update) return undefined;
    const another = {
      ...update,
      id: 'another',
      value: 'another',
      outcome: { kind: 'ok', version: update.outcome.version + 0.5 },
    };
    return [...history, another];
  },
  /** Two writes have the same version. */
  sharedVersion(history, random) {
    const writes = history.filter((operation) => isWrite(operation) && isOk(operation));
    if (writes.length < 2) return undefined;
    const [write] = writes.splice(random.below(writes.length), 1);
    return replace(history, write, { kind: 'ok', version: random.pick(writes).outcome.version });
  },
  /** An object is reported as absent at the end, though nothing deletes it. */
  lostWrite(history) {
    const last = Math.max(
      ...history.map((operation) => (operation.return === Number.POSITIVE_INFINITY ? 0 : operation.return)),
    );
    const deletes = history.filter(
      ({ type, outcome }) => type === 'delete' && (outcome.kind === 'ok' || outcome.kind === 'unknown'),
    );
    const write = history.find(
      (operation) => isWrite(operation) && isOk(operation) && deletes.every((one) => one.return < operation.call),
    );
    if (!write) return undefined;
    const read = {
      id: 'late',
      client: 'c',
      key: write.key,
      type: 'get',
      call: last + 1,
      return: last + 2,
      outcome: { kind: 'absent' },
    };
    return [...history, read];
  },
};

function replace(history, operation, outcome) {
  return history.map((one) => (one === operation ? { ...one, outcome } : one));
}
