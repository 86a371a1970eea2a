// Follows staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go (v1.36)

import { type CompiledExpression, MAX_MESSAGE_EXPRESSION_BYTES } from '../cel/index.js';
import { goQuote } from '../meta/index.js';
import type { RuleRun } from './rule-run.js';

/** Result of a messageExpression, or the error that ends validation. */
export interface EvaluatedMessage {
  /** Undefined if there is no expression, if it fails, or if its result is not a valid single-line string. */
  readonly text?: string;
  readonly fault?: string;
}

const noMessage: EvaluatedMessage = {};

export function evaluateMessage(program: CompiledExpression | undefined, run: RuleRun): EvaluatedMessage {
  if (program === undefined) return noMessage;
  const outcome = run.evaluate(program);
  switch (outcome.failure) {
    case 'itself':
      return noMessage;
    case 'budget':
      return {
        fault:
          'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run',
      };
    case 'call limit': {
      const consequence = 'no further validation rules will be run due to call cost exceeds limit';
      return { fault: `${consequence} for messageExpression: ${goQuote(program.source)}` };
    }
    default: {
      const text = String(outcome.value).trim();
      const fits = text !== '' && !text.includes('\n') && Buffer.byteLength(text) <= MAX_MESSAGE_EXPRESSION_BYTES;
      return fits ? { text } : noMessage;
    }
  }
}
