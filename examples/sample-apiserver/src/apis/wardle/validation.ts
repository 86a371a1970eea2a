import { type FieldError, FieldPath } from 'trestle/apimachinery/validation';
import type { Flunder, FlunderSpec } from './v1beta1.js';

export function validateFlunder({ spec = {} }: Flunder): FieldError[] {
  return [...validateReference(spec, FieldPath.of('spec')), ...validateType(spec, FieldPath.of('spec'))];
}

/** At most one reference is set, and it is the one that the type names. */
function validateReference(spec: FlunderSpec, path: FieldPath): FieldError[] {
  const { flunderReference = '', fischerReference = '', referenceType = '' } = spec;
  const [flunder, fischer] = [path.child('flunderReference'), path.child('fischerReference')];
  if (flunderReference && fischerReference) {
    return [fischer.invalid(fischerReference, 'cannot be set with flunderReference at the same time')];
  }
  if (flunderReference && referenceType !== 'Flunder') {
    return [flunder.invalid(flunderReference, 'cannot be set if referenceType is not Flunder')];
  }
  if (fischerReference && referenceType !== 'Fischer') {
    return [fischer.invalid(fischerReference, 'cannot be set if referenceType is not Fischer')];
  }
  if (!fischerReference && referenceType === 'Fischer') {
    return [fischer.invalid(fischerReference, 'cannot be empty if referenceType is Fischer')];
  }
  if (!flunderReference && referenceType === 'Flunder') {
    return [flunder.invalid(flunderReference, 'cannot be empty if referenceType is Flunder')];
  }
  return [];
}

function validateType({ referenceType = '' }: FlunderSpec, path: FieldPath): FieldError[] {
  if (['', 'Flunder', 'Fischer'].includes(referenceType)) return [];
  return [path.child('referenceType').invalid(referenceType, 'must be Flunder or Fischer')];
}
