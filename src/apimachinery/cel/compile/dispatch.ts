import { noSuchOverload } from '../failure.js';
import { isList } from '../lists.js';
import { isMap } from '../maps.js';
import type { Overload } from '../syntax/ast.js';
import type { CelType } from '../types.js';
import { type CelValue, isDouble, isInt, typeOf } from '../values.js';
import type { Code } from './frame.js';
import { evaluateAll, invoke, isLarge } from './invocation.js';

interface Candidate {
  readonly overload: Overload;
  readonly accepts: readonly ((value: CelValue) => boolean)[];
}

/** Code for a call whose overload depends on the values. Tries the last used overload first. */
export function dispatchedCall(overloads: readonly Overload[], operands: readonly Code[]): Code {
  const candidates = overloads
    .filter(({ parameters }) => parameters.length === operands.length)
    .map((overload): Candidate => ({ overload, accepts: overload.parameters.map(acceptor) }));
  const [first] = candidates;
  if (!first) return failing(operands);
  return operands.length === 2
    ? binaryDispatch(candidates, first, operands as [Code, Code])
    : dispatch(candidates, operands);
}

function failing(operands: readonly Code[]): Code {
  return (frame) => {
    evaluateAll(frame, operands);
    throw noSuchOverload();
  };
}

function dispatch(candidates: readonly Candidate[], operands: readonly Code[]): Code {
  return (frame) => {
    const values = evaluateAll(frame, operands);
    return invoke(frame, chosen(candidates, values).overload, values);
  };
}

function binaryDispatch(candidates: readonly Candidate[], first: Candidate, [left, right]: [Code, Code]): Code {
  let last = first;
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    if (!last.accepts[0]!(a) || !last.accepts[1]!(b)) last = chosen(candidates, [a, b]);
    const { evaluate, evaluateElsewhere, cost, costOfResult } = last.overload;
    if (costOfResult || evaluateElsewhere || isLarge(a) || isLarge(b)) return invoke(frame, last.overload, [a, b]);
    if (cost) frame.charge(cost(a, b));
    else frame.cost += 1;
    return evaluate(a, b);
  };
}

function chosen(candidates: readonly Candidate[], values: readonly CelValue[]): Candidate {
  const found = candidates.find(({ accepts }) => accepts.every((accept, index) => accept(values[index]!)));
  if (!found) throw noSuchOverload();
  return found;
}

/** Whether a value has the parameter's type; elements of lists and maps are not checked. */
function acceptor({ kind, name }: CelType): (value: CelValue) => boolean {
  switch (kind) {
    case 'dyn':
    case 'parameter':
      return () => true;
    case 'string':
      return (value) => typeof value === 'string';
    case 'bool':
      return (value) => typeof value === 'boolean';
    case 'int':
      return isInt;
    case 'double':
      return isDouble;
    case 'list':
      return isList;
    case 'map':
      return isMap;
    default:
      return (value) => typeOf(value).name === name;
  }
}
