import { describe, expect, it } from 'vitest';
import { type AdmissionEntry, type AdmissionRule, decidedBy } from './admission-rules.ts';

function policy(...rules: AdmissionRule[]): AdmissionEntry {
  return {
    kind: 'ValidatingAdmissionPolicy',
    resource: 'validatingadmissionpolicies',
    name: 'limits',
    matches: [],
    bindings: [],
    rules,
    failurePolicy: 'Fail',
  };
}

const refusal = (text: string) =>
  `pods "a" is forbidden: ValidatingAdmissionPolicy 'limits' with binding 'b' denied request: ${text}`;

describe('the expression that decided', () => {
  const silent = { text: 'object.a < 1' };
  const named = { text: 'object.b < 1', message: 'b is too large' };
  const computed = { text: 'object.c < 1', messageExpression: "'c is ' + string(object.c)" };
  const other = { text: 'object.d < 1', messageExpression: "'d is ' + string(object.d)" };
  it.each([
    ['has the message of the refusal', [silent, named, computed], 'b is too large', named],
    ['is quoted by the refusal, if it has no message', [silent, named], 'failed expression: object.a < 1', silent],
    ['has strings that are in a computed message', [computed, other], 'd is 7', other],
    [
      'is the only one with a computed message',
      [named, { ...computed, messageExpression: 'object.note' }],
      'anything',
      { ...computed, messageExpression: 'object.note' },
    ],
    [
      'is not known, if several may have computed the message',
      [
        { ...computed, messageExpression: 'object.x' },
        { ...other, messageExpression: 'object.y' },
      ],
      'anything',
      undefined,
    ],
  ])('%s', (_, rules, text, expected) => {
    const entry = policy(...rules);
    expect(decidedBy([entry], refusal(text))).toEqual({ entry, rule: expected });
  });

  it('is a webhook, if the refusal names one', () => {
    const rule = { text: 'a.example.com → default/hook' };
    const entry = { ...policy(rule), kind: 'ValidatingWebhookConfiguration' };
    expect(decidedBy([entry], 'admission webhook "a.example.com" denied the request: no')).toEqual({ entry, rule });
    expect(decidedBy([entry], 'pods "a" is forbidden')).toBeUndefined();
  });
});
