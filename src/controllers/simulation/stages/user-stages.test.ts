import { describe, expect, test } from 'vitest';
import type { Staged } from './stage.js';
import { parseStages, StageError, userStage } from './user-stages.js';

const resource = { group: 'example.com', version: 'v1', resource: 'greetings' };
const greeting = (status?: object): Staged =>
  ({ metadata: { name: 'a' }, spec: { to: 'world' }, ...(status && { status }) }) as unknown as Staged;

describe('a stage of a user', () => {
  const stage = userStage({
    name: 'greet',
    resource,
    when: "!has(object.status) || object.status.phase != 'Done'",
    afterMilliseconds: 500,
    status: { phase: 'Done', text: "='hello ' + object.spec.to", count: '=1 + 1' },
    event: { reason: 'Greeted' },
  });

  test('matches by its condition', () => {
    expect([stage.matches(greeting()), stage.matches(greeting({ phase: 'Done' }))]).toEqual([true, false]);
  });

  test('is due after its time', () => expect(stage.dueAt(greeting(), 1000)).toBe(1500));

  test('merges a status that it computes', () => {
    expect(stage.step(greeting({ other: true }), 0)).toEqual({
      status: { other: true, phase: 'Done', text: 'hello world', count: 2 },
      events: [{ type: 'Normal', reason: 'Greeted', message: '' }],
    });
  });

  test('does not match where its condition cannot be evaluated', () => {
    expect(userStage({ name: 'x', resource, when: 'object.missing == 1' }).matches(greeting())).toBe(false);
  });
});

describe('a file of stages', () => {
  test('is a list', () => {
    expect(parseStages({ stages: [{ name: 'x', resource: { version: 'v1', resource: 'pods' } }] })).toEqual([
      { name: 'x', resource: { group: '', version: 'v1', resource: 'pods' } },
    ]);
  });

  test.each([
    [null, 'stages must be a list'],
    [{ stages: [{ name: 'x' }] }, 'stages[0] needs a name, and resource.group, .version and .resource'],
  ])('%j is refused', (content, message) => {
    expect(() => parseStages(content)).toThrow(new StageError(message));
  });

  test('is refused if an expression is invalid', () => {
    expect(() => userStage({ name: 'x', resource, when: 'object.' })).toThrow(/stage "x": /);
  });
});
