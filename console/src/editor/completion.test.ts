import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { type Schema, Schemas } from '../api/openapi.ts';
import { completeBySchema } from './completion.ts';

const container: Schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    ports: { type: 'array', items: { type: 'object' } },
    policy: { type: 'string', enum: ['Always', 'Never'] },
    tty: { type: 'boolean' },
  },
};
const schemas = new Schemas({ components: { schemas: { Container: container } } });
const schema: Schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: { containers: { type: 'array', items: { $ref: '#/components/schemas/Container' } } },
    },
  },
};

/** The labels that are offered at the end of a text. */
function offered(text: string, isExplicit = true) {
  const state = EditorState.create({ doc: text });
  const result = completeBySchema(() => ({ schemas, schema }))(new CompletionContext(state, text.length, isExplicit));
  return result?.options.map(({ label, apply }) => (typeof apply === 'string' ? apply : label));
}

it.each([
  ['', ['spec:\n  ']],
  ['spec:\n  ', ['containers:\n  - ']],
  ['spec:\n  containers:\n  - na', ['name: ', 'ports:\n    - ', 'policy: ', 'tty: ']],
  ['spec:\n  containers:\n  - name: a\n    policy: ', ['Always', 'Never']],
  ['spec:\n  containers:\n  - name: a\n    tty: t', ['true', 'false']],
  ['spec:\n  containers:\n  - name: ', undefined],
  ['other:\n  x', undefined],
])('%j', (text, options) => {
  expect(offered(text)).toEqual(options);
});

it('waits for a letter, unless it is requested', () => {
  expect(offered('spec:\n  ', false)).toBeUndefined();
  expect(offered('spec:\n  c', false)).toEqual(['containers:\n  - ']);
});
