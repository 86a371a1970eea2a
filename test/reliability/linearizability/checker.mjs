// Is there an order of the operations that the model allows, and that respects real time? The search of Wing and Gong
// with Lowe's memoization (also known from porcupine). Linearizability is local, so each key is searched separately.
import { initialState, stateKey, step } from './model.mjs';

/** The memoization limit per key; beyond it there is no verdict. */
const maxConfigurations = 5_000_000;

/** `{ verdict: 'linearizable' }`, or the first key that is not, with the longest order found. */
export function checkHistory(operations) {
  let configurations = 0;
  for (const [key, ofKey] of partition(operations)) {
    const result = checkKey(ofKey);
    configurations += result.configurations;
    if (result.verdict !== 'linearizable') return { key, ...result };
  }
  return { verdict: 'linearizable', configurations };
}

export function partition(operations) {
  const keys = new Map();
  for (const operation of operations) {
    if (!keys.has(operation.key)) keys.set(operation.key, []);
    keys.get(operation.key).push(operation);
  }
  return keys;
}

/** The operations of one key. */
export function checkKey(operations) {
  // A read with an unknown outcome carries no information.
  const relevant = operations.filter(({ type, outcome }) => type !== 'get' || outcome.kind !== 'unknown');
  const search = new Search(relevant);
  return search.run();
}

class Search {
  #operations;
  #head;
  #state = initialState;
  /** The chosen operations in order, each with the state before it. */
  #chosen = [];
  #done;
  #tried = new Configurations();
  #answersLeft;
  #longest = [];

  constructor(operations) {
    this.#operations = operations;
    this.#head = linkedEvents(operations);
    this.#done = new Bits(operations.length);
    this.#answersLeft = operations.filter(isAnswered).length;
  }

  run() {
    let event = this.#head.next;
    while (this.#answersLeft > 0) {
      if (event.isCall) {
        event = this.#choose(event) ? this.#head.next : event.next;
        if (this.#tried.size > maxConfigurations) return this.#verdict('undecided');
        continue;
      }
      // A return whose operation could not be placed before it: the last choice was wrong.
      if (this.#chosen.length > this.#longest.length) this.#longest = this.#chosen.map(({ call }) => call.operation);
      if (this.#chosen.length === 0) return this.#verdict('not linearizable');
      event = this.#takeBack().next;
    }
    return this.#verdict('linearizable');
  }

  #choose(call) {
    const next = step(this.#state, call.operation);
    if (next === undefined) return false;
    this.#done.set(call.index);
    if (!this.#tried.add(this.#done, stateKey(next))) {
      this.#done.clear(call.index);
      return false;
    }
    this.#chosen.push({ call, state: this.#state });
    this.#state = next;
    this.#answersLeft -= unlink(call);
    return true;
  }

  #takeBack() {
    const { call, state } = this.#chosen.pop();
    this.#state = state;
    this.#done.clear(call.index);
    this.#answersLeft += link(call);
    return call;
  }

  #verdict(verdict) {
    const configurations = this.#tried.size;
    if (verdict === 'linearizable') return { verdict, configurations };
    const placed = new Set(this.#longest);
    const rest = this.#operations.filter((operation) => !placed.has(operation) && isAnswered(operation));
    const blocked = rest.sort((one, other) => one.return - other.return).slice(0, 3);
    return { verdict, configurations, blocked, longest: this.#longest };
  }
}

const isAnswered = ({ outcome }) => outcome.kind !== 'unknown';

/** Calls and returns in order of time, doubly linked; simultaneous ones overlap. */
function linkedEvents(operations) {
  const events = [];
  for (const [index, operation] of operations.entries()) {
    const call = { isCall: true, operation, index, time: operation.call };
    events.push(call);
    if (!isAnswered(operation)) continue;
    call.answer = { isCall: false, operation, time: operation.return };
    events.push(call.answer);
  }
  events.sort((one, other) => one.time - other.time || Number(other.isCall) - Number(one.isCall));
  const head = {};
  let last = head;
  for (const event of events) {
    last.next = event;
    event.previous = last;
    last = event;
  }
  last.next = undefined;
  return head;
}

/** Removes a call and its return; returns the number of returns removed. */
function unlink(call) {
  remove(call);
  if (!call.answer) return 0;
  remove(call.answer);
  return 1;
}

/** Reinserts what `unlink` removed last. */
function link(call) {
  const answers = call.answer ? 1 : 0;
  if (answers) restore(call.answer);
  restore(call);
  return answers;
}

function remove(event) {
  event.previous.next = event.next;
  if (event.next) event.next.previous = event.previous;
}

function restore(event) {
  event.previous.next = event;
  if (event.next) event.next.previous = event;
}

class Bits {
  words;

  constructor(length) {
    this.words = new Uint32Array((length + 31) >>> 5);
  }

  set(index) {
    this.words[index >>> 5] |= 1 << (index & 31);
  }

  clear(index) {
    this.words[index >>> 5] &= ~(1 << (index & 31));
  }
}

/** Sets of completed operations, each with the resulting state. */
class Configurations {
  #known = new Set();

  get size() {
    return this.#known.size;
  }

  /** Returns whether it is new. */
  add({ words }, state) {
    const key = `${String.fromCharCode(...new Uint16Array(words.buffer))}${state}`;
    if (this.#known.has(key)) return false;
    this.#known.add(key);
    return true;
  }
}
