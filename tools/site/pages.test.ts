import { expect, test } from 'vitest';

const { pageOf, sectionsOf, slugOf, targetOf } = await import('./pages.mjs' as string);
const { find } = await import('./assets/find.js' as string);

test.each([
  ['README.md', 'testing.md', 'testing.html'],
  ['README.md', 'testing.md#faults', 'testing.html#faults'],
  ['testing.md', 'README.md', 'index.html'],
  ['adr/0001-x.md', '../storage.md', '../storage.html'],
  ['console.md', 'images/a.png', 'images/a.png'],
  ['testing.md', '#faults', '#faults'],
  ['testing.md', 'https://example.com/a.md', 'https://example.com/a.md'],
  ['testing.md', '../examples/a.mjs', 'https://github.com/kube-trestle/trestle/blob/main/examples/a.mjs'],
  [
    'testing.md',
    'test-server-openapi.json',
    'https://github.com/kube-trestle/trestle/blob/main/docs/test-server-openapi.json',
  ],
])('on %s, %s leads to %s', (source, link, target) => {
  expect(targetOf(source, link)).toBe(target);
});

test('a page has the name of its file, and the index is the first one', () => {
  expect([pageOf('faq.md'), pageOf('README.md'), pageOf('adr/README.md')]).toEqual([
    'faq.html',
    'index.html',
    'adr/index.html',
  ]);
});

test('anchors are those of GitHub', () => {
  const used = new Map();
  expect(
    ["Defaults that are not kube-apiserver's", '3. Who may do what', 'A', 'A'].map((one) => slugOf(one, used)),
  ).toEqual(['defaults-that-are-not-kube-apiservers', '3-who-may-do-what', 'a', 'a-1']);
});

test('sections with all words are found, those with the words in their titles first', () => {
  const sections = sectionsOf(
    '# One\n\nfaults of a server\n\n## Faults\n\n```sh\n# no heading\n```\n\nserver\n\n## Three\n',
  );
  expect(sections.map((section: { title: string }) => section.title)).toEqual(['One', 'Faults', 'Three']);
  expect(find(sections, ' Faults SERVER').map((section: { anchor: string }) => section.anchor)).toEqual([
    'faults',
    'one',
  ]);
  expect(find(sections, '')).toEqual([]);
});
