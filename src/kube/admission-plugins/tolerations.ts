// Follows pkg/util/tolerations/tolerations.go (v1.36)

import { jsonEqual } from '../../apimachinery/meta/index.js';
import type { Toleration } from '../pod-spec/index.js';

/** Merging compares all pairs; longer lists are not merged. */
const maxCompared = 1000;

/** Returns copies of both lists as one, without tolerations that others cover. */
export function mergeTolerations(first: readonly Toleration[], second: readonly Toleration[]): Toleration[] {
  const all = [...first, ...second].map((toleration) => ({ ...toleration }));
  if (all.length > maxCompared) return all;
  const merged: Toleration[] = [];
  all.forEach((toleration, index) => {
    if (merged.some((kept) => covers(kept, toleration))) return;
    const isCoveredLater = all
      .slice(index + 1)
      .some((later) => !isSame(later, toleration) && covers(later, toleration));
    if (!isCoveredLater) merged.push(toleration);
  });
  return merged;
}

/** Whether each toleration is covered by an allowed one. */
export function areAllowed(tolerations: readonly Toleration[], allowed: readonly Toleration[]): boolean {
  return tolerations.every((toleration) => allowed.some((wider) => covers(wider, toleration)));
}

/** Whether one tolerates everything that the other does. */
function covers(wider: Toleration, toleration: Toleration): boolean {
  if (isSame(wider, toleration)) return true;
  const { key = '', operator = '', value = '', effect = '', tolerationSeconds: seconds } = toleration;
  const { key: widerKey = '', operator: widerOperator = '', effect: widerEffect = '' } = wider;
  const isForAllKeys = widerKey === '' && widerOperator === 'Exists';
  if (key !== widerKey && !isForAllKeys) return false;
  if (effect !== widerEffect && widerEffect !== '') return false;
  const { tolerationSeconds: widerSeconds } = wider;
  if (widerEffect === 'NoExecute' && widerSeconds !== undefined) {
    if (seconds === undefined || seconds > widerSeconds) return false;
  }
  if (widerOperator === 'Exists') return true;
  const isForOneValue = widerOperator === 'Equal' || widerOperator === '';
  return isForOneValue && operator === 'Equal' && value === (wider.value ?? '');
}

function isSame(one: Toleration, other: Toleration): boolean {
  return jsonEqual({ ...one }, { ...other });
}
