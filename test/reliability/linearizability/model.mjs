// One object as a register with versions: the possible outcomes of each request in each state.
//
// An operation is { id, client, key, type, call, return, outcome }, with the times of its request and response (Infinity
// without a response), and
//   get                                outcome { kind: 'ok', version, value } or { kind: 'absent' }
//   create { value }                   outcome { kind: 'ok', version } or { kind: 'exists' }
//   update { value, expected }         outcome { kind: 'ok', version }, { kind: 'conflict' } or { kind: 'absent' }
//   patch { value }                    outcome { kind: 'ok', version } or { kind: 'absent' }; of any version
//   delete { expected? }               outcome { kind: 'ok' }, { kind: 'conflict' } or { kind: 'absent' }
// or outcome { kind: 'unknown', version? }: it may happen at any time after `call`, or never. Values are unique within
// a history, so a version that is missing from the response is known from any client that saw the value.

/** The initial state. `floor` is the highest version so far: versions never go back. */
export const initialState = { present: false, version: undefined, floor: 0, value: undefined };

export const stateKey = ({ present, version, floor }) => (present ? `${version} ${floor}` : `- ${floor}`);

/** The state after the operation; undefined: the operation cannot have this outcome in this state. */
export function step(state, operation) {
  const { kind } = operation.outcome;
  if (kind === 'unknown') return effect(state, operation);
  return answers[operation.type][kind]?.(state, operation);
}

const answers = {
  get: {
    ok: (state, { outcome }) => (isAt(state, outcome.version) && state.value === outcome.value ? state : undefined),
    absent: unlessPresent,
  },
  create: {
    ok: effect,
    exists: (state) => (state.present ? state : undefined),
  },
  update: {
    ok: effect,
    conflict: unlessAt,
    absent: unlessPresent,
  },
  patch: {
    ok: effect,
    absent: unlessPresent,
  },
  delete: {
    ok: effect,
    conflict: unlessAt,
    absent: unlessPresent,
  },
};

/** The effect of a successful write. */
function effect(state, operation) {
  const { type, value, expected, outcome } = operation;
  if (state.present !== (type !== 'create')) return undefined;
  if (expected !== undefined && !isAt(state, expected)) return undefined;
  if (type === 'delete') return { ...state, present: false, version: undefined, value: undefined };
  const { version } = outcome;
  if (version === undefined) return { ...state, present: true, version: `unseen-${operation.id}`, value };
  return version > state.floor ? { present: true, version, floor: version, value } : undefined;
}

function unlessPresent(state) {
  return state.present ? undefined : state;
}

function unlessAt(state, { expected }) {
  return state.present && !isAt(state, expected) ? state : undefined;
}

function isAt(state, version) {
  return state.present && state.version === version;
}
