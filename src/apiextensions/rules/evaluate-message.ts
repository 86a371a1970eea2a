import { type CompiledExpression, MAX_MESSAGE_EXPRESSION_BYTES } from '../../apimachinery/cel/index.js';
import { goQuote } from '../../apimachinery/meta/index.js';
import type { RuleRun } from './rule-run.js';

/** What a messageExpression says of a value, or what forbids to go on. */
export interface EvaluatedMessage {
  /** Undefined where there is no expression, it fails, or it makes no text that can be shown in a line. */
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
