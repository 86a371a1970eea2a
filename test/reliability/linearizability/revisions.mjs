// What resource versions guarantee beyond one object: they are revisions of the whole store.

/** Operations that write a value. */
const writes = new Set(['create', 'update', 'patch']);

/**
 * Completes operations from the log: the version of a write without a response. Returns the contradictions: a value at
 * two revisions, or a revision on which a response and the log disagree.
 */
export function resolveVersions(operations, log) {
  const problems = [];
  const written = new Map();
  for (const event of log) {
    if (event.type === 'DELETED') continue;
    if (written.has(event.value))
      problems.push(`${event.value} took place twice: ${written.get(event.value)} and ${event.revision}`);
    written.set(event.value, event.revision);
  }
  for (const operation of operations.filter(({ type }) => writes.has(type))) {
    const revision = written.get(operation.value);
    const { kind, version } = operation.outcome;
    if (kind === 'unknown' && revision !== undefined) operation.outcome = { kind, version: revision };
    if (kind === 'ok' && version !== revision)
      problems.push(`${operation.value} was answered with ${version}, and is ${revision}`);
    if (kind !== 'ok' && kind !== 'unknown' && revision !== undefined) {
      problems.push(`${operation.value} was refused (${kind}), and took place at ${revision}`);
    }
  }
  return problems;
}

/**
 * An operation that started after another one returned has a higher revision (writes), or one that is at least as high
 * (lists).
 */
export function checkRealTimeOrder(operations) {
  const known = operations.filter(({ outcome }) => outcome.kind === 'ok' && typeof revisionOf(outcome) === 'number');
  const byReturn = [...known].sort((one, other) => one.return - other.return);
  const byCall = [...known].sort((one, other) => one.call - other.call);
  const problems = [];
  let highest;
  let index = 0;
  for (const operation of byCall) {
    for (; index < byReturn.length && byReturn[index].return < operation.call; index++) {
      if (!highest || revisionOf(byReturn[index].outcome) > revisionOf(highest.outcome)) highest = byReturn[index];
    }
    if (!highest || operation.type === 'get') continue;
    const [before, after] = [revisionOf(highest.outcome), revisionOf(operation.outcome)];
    const least = operation.type === 'list' ? before : before + 1;
    if (after < least)
      problems.push(`${operation.id} (${operation.type}) has ${after}, though ${highest.id} had ${before} before`);
  }
  return problems;
}

/** A list is a snapshot of the store at its revision. `log` is complete from `since` on. */
export function checkSnapshots(lists, log, since) {
  const problems = [];
  for (const { id, outcome } of lists) {
    if (outcome.kind !== 'ok' || outcome.revision < since) continue;
    const expected = stateAt(log, outcome.revision);
    const shown = new Map(outcome.items.map(({ key, version, value }) => [key, `${version} ${value}`]));
    for (const key of new Set([...expected.keys(), ...shown.keys()])) {
      const want = expected.get(key);
      const wanted = want && `${want.revision} ${want.value}`;
      if (wanted !== shown.get(key))
        problems.push(`${id} at ${outcome.revision}: ${key} is ${shown.get(key)}, was ${wanted}`);
    }
  }
  return problems;
}

/** The state at a revision: the last write of each key up to it. */
export function stateAt(log, revision) {
  const state = new Map();
  for (const event of log) {
    if (event.revision > revision) break;
    if (event.type === 'DELETED') state.delete(event.key);
    else state.set(event.key, event);
  }
  return state;
}

/** A linearizable list reads all keys at the same moment. */
export function readsOf(list, keys) {
  if (list.outcome.kind !== 'ok') return [];
  const items = new Map(list.outcome.items.map((item) => [item.key, item]));
  return keys.map((key) => {
    const item = items.get(key);
    const outcome = item ? { kind: 'ok', version: item.version, value: item.value } : { kind: 'absent' };
    return {
      id: `${list.id}/${key}`,
      client: list.client,
      key,
      type: 'get',
      call: list.call,
      return: list.return,
      outcome,
    };
  });
}

const revisionOf = ({ version, revision }) => revision ?? version;
