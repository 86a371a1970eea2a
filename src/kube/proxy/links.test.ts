import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapePath, formatGoUrl, joinPath, parseGoUrl } from './go-url.js';
import { HtmlLinks } from './html-links.js';
import { LinkRewriter } from './link-rewriter.js';

const links = new LinkRewriter({
  pathPrefix: '/proxy/pod',
  serverHost: '10.0.0.1:80',
  requestHost: 'localhost:8001',
});

test.each([
  ['/a/b', '/proxy/pod/a/b'],
  ['/a/?x=1#y', '/proxy/pod/a/?x=1#y'],
  ['/', '/proxy/pod/'],
  ['a/b', 'a/b'],
  ['', ''],
  ['#top', '#top'],
  ['mailto:a@b', 'mailto:a@b'],
  ['http://10.0.0.1:80/a', '/proxy/pod/a'],
  ['//10.0.0.1:80/a', '/proxy/pod/a'],
  ['http://localhost:8001/a', 'http://localhost:8001/proxy/pod/a'],
  ['https://elsewhere.example/a', 'https://elsewhere.example/a'],
  ['http://10.0.0.1:81/a', 'http://10.0.0.1:81/a'],
  ['/proxy/pod/a', '/proxy/pod/a'],
  ['/a b/é', '/proxy/pod/a%20b/%E9'],
  ['/a%2Fb', '/proxy/pod/a/b'],
  ['/x/../y', '/proxy/pod/y'],
])('%j leads through the proxy as %j', (link, rewritten) => {
  expect(links.rewrite(link)).toBe(rewritten);
});

test.each([':a', '/%zz', 'a\nb', 'a:b:c/d'.slice(1), 'http://a:b/'])('%j is no URL', (link) => {
  expect(links.rewrite(link)).toBeUndefined();
});

test.each([
  [['/a/', 'b'], '/a/b'],
  [['', '/a/../../b/.'], '/b'],
  [['', ''], ''],
  [['a', '..'], '.'],
])('%j joined are %j', (parts, joined) => {
  expect(joinPath(...parts)).toBe(joined);
});

test('paths are escaped as Go does it', () => {
  expect(escapePath("/a b!'()*~$&+,:;=@[]%")).toBe('/a%20b%21%27%28%29%2A~$&+,:;=@%5B%5D%25');
});

test('what is read as a URL is written as one that means the same', () => {
  fc.assert(
    fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (text) => {
      const url = parseGoUrl(text)!;
      expect(parseGoUrl(formatGoUrl(url))).toEqual({ ...url, writtenPath: expect.any(String) });
    }),
    { numRuns: 20 },
  );
});

async function rewrittenPage(...chunks: readonly string[]): Promise<string> {
  const page = Readable.from(chunks.map((chunk) => Buffer.from(chunk))).pipe(
    new HtmlLinks((link) => links.rewrite(link)),
  );
  return String(await buffer(page));
}

test.each([
  ['<a href="/x">x</a>', '<a href="/proxy/pod/x">x</a>'],
  ["<A HREF='/x' disabled>", '<a href="/proxy/pod/x" disabled="">'],
  ['<img src=/x/y.png/>', '<img src="/proxy/pod/x/y.png/"/>'],
  ['<img src=/x />', '<img src="/proxy/pod/x"/>'],
  ['<a href="/x?a=1&amp;b=2" title=\'"&copy;&\'>', '<a href="/proxy/pod/x?a=1&amp;b=2" title="&#34;&copy;&amp;">'],
  ['<a title="/x">', '<a title="/x">'],
  ['<p href="/x">', '<p href="/x">'],
  [
    '<script src="/s.js">if (a<b) "<a href=/x>"</script>',
    '<script src="/proxy/pod/s.js">if (a<b) "<a href=/x>"</script>',
  ],
  ['<!-- <a href="/x"> --><!DOCTYPE html></a href="/x">', '<!-- <a href="/x"> --><!DOCTYPE html></a href="/x">'],
  ['1 < 2 <', '1 < 2 <'],
  ['<a href="/%zz">', '<a href="/%zz">'],
  ['<a href="/x', '<a href="/x'],
  ['ü<a href="/ü">', 'ü<a href="/proxy/pod/%C3%BC">'],
])('%s becomes %s, however it is cut', async (page, expected) => {
  expect(await rewrittenPage(page)).toBe(expected);
  expect(await rewrittenPage(...page.replace(/ü/g, 'u'))).toBe(expected.replace(/ü/g, 'u').replace('%C3%BC', 'u'));
});

test('pages of any content come through', async () => {
  const piece = fc.constantFrom('<', '>', 'a', ' ', '=', '"', "'", '/', '!', '-', 'script', '</script>', '&', ';');
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 0, max: 40 }), async (pieces, cut) => {
      const page = pieces.join('');
      expect(await rewrittenPage(page.slice(0, cut), page.slice(cut))).toBe(await rewrittenPage(page));
    }),
  );
});
