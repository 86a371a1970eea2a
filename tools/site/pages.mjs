import { posix } from 'node:path';

const repository = 'https://github.com/kube-trestle/trestle/blob/main';

/** The page that is made of a file of docs/. */
export function pageOf(source) {
  return source.replace(/(^|\/)README\.md$/, '$1index.md').replace(/\.md$/, '.html');
}

/** Where a link in a file of docs/ leads to on the site: files elsewhere in the repository are not on it. */
export function targetOf(source, link) {
  if (/^[a-z]+:|^#/.test(link)) return link;
  const [path, fragment] = link.split('#');
  const file = posix.normalize(posix.join(posix.dirname(source), path));
  const anchor = fragment === undefined ? '' : `#${fragment}`;
  if (file.startsWith('../')) return `${repository}/${file.slice('../'.length)}${anchor}`;
  const isPage = file.endsWith('.md') || file.startsWith('images/');
  if (!isPage) return `${repository}/docs/${file}${anchor}`;
  return posix.relative(posix.dirname(source), pageOf(file)) + anchor;
}

/** The anchor of a heading, as on GitHub. `used`: how often the page has had it. */
export function slugOf(heading, used = new Map()) {
  const slug = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  const times = used.get(slug) ?? 0;
  used.set(slug, times + 1);
  return times === 0 ? slug : `${slug}-${times}`;
}

/** The headings of a page, each with the text below it, for the search. */
export function sectionsOf(text) {
  const sections = [];
  const used = new Map();
  let isCode = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const heading = isCode ? undefined : /^#{1,4} (.+)$/.exec(line)?.[1];
    if (heading === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ title: heading, anchor: slugOf(heading, used), lines: [] });
  }
  return sections.map(({ title, anchor, lines }) => ({
    title: plain(title),
    anchor,
    text: plain(lines.filter((line) => !line.startsWith('```')).join(' ')),
  }));
}

/** Text without the marks of Markdown. */
function plain(text) {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|`|\|[ :|-]*(?=\|)|\|/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
