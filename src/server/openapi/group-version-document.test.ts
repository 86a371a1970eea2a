import { expect, test } from 'vitest';
import { GroupVersionDocument } from './group-version-document.js';
import { noModels } from './model-names.js';
import { resourceOf } from './openapi.test.support.js';
import { publishingOf } from './typed-publishing.js';

const group = 'toys.example.com';
const resource = resourceOf(group, { kind: 'Toy', plural: 'toys', schema: { type: 'object' } });
const style = publishingOf(resource).documents;
const newDocument = () => new GroupVersionDocument({ group, version: 'v1', models: noModels, mediaTypes: [] });
const published = (plural: string) => ({ group, plural, versions: ['v1'], style, describe: () => resource });

test('a document that is emptied while it is built still has the content that it had', () => {
  const document = newDocument();
  document.set(published('toys'));
  const { pieces } = document;
  expect(document.delete({ plural: 'toys', style })).toBe(true);
  expect(document.style).toBeUndefined();
  expect(document.pieces).toEqual([]);
  expect(pieces.flatMap((piece) => piece.v3('json').schemas).length).toBe(2);
});

test('what resources contribute is kept until they change', () => {
  const document = newDocument();
  document.set(published('toys'));
  const { pieces } = document;
  const before = pieces.at(-1)!;
  const part = before.v2('json');
  document.set(published('alphabets'));
  const after = document.pieces;
  expect(after.length).toBe(pieces.length + 1);
  expect(after.at(-1)).toBe(before);
  expect(after.at(-1)!.v2('json')).toBe(part);
  document.set(published('toys'));
  expect(document.pieces.at(-1)).not.toBe(before);
});
