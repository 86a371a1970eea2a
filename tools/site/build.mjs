// node tools/site/build.mjs [DIR]: a static site of docs/, with search, in build/site by default. Open index.html through any
// web server. The renderer of Markdown is installed for this script only, in build/site-tools.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageOf, sectionsOf, slugOf, targetOf } from './pages.mjs';

const renderer = { name: 'markdown-it', version: '15.0.3' };

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const docs = join(root, 'docs');
const output = resolve(process.argv[2] ?? join(root, 'build/site'));

const MarkdownIt = await installed(renderer);
const markdown = new MarkdownIt({ html: false, linkify: false });
const sources = readdirSync(docs, { recursive: true })
  .map((name) => String(name).replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.md'))
  .sort();
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
const guides = linksOfIndex();
const index = [];
for (const source of sources) {
  const text = readFileSync(join(docs, source), 'utf8');
  const page = pageOf(source);
  index.push(...sectionsOf(text).map((section) => ({ page, ...section })));
  const file = join(output, page);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, html(source, page, text));
}
writeFileSync(join(output, 'search.json'), JSON.stringify(index));
for (const name of ['style.css', 'search.js', 'find.js']) cpSync(join(here, 'assets', name), join(output, name));
cpSync(join(docs, 'images'), join(output, 'images'), { recursive: true });
console.log(`${sources.length} pages, ${index.length} sections: ${output}`);

async function installed({ name, version }) {
  const place = join(root, 'build/site-tools');
  const manifest = join(place, 'node_modules', name, 'package.json');
  if (!existsSync(manifest) || JSON.parse(readFileSync(manifest, 'utf8')).version !== version) {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), '{"private":true}');
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact'];
    execFileSync('npm', ['install', ...options, `${name}@${version}`], {
      cwd: place,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
  }
  const loaded = createRequire(join(place, 'package.json'))(name);
  return loaded.default ?? loaded;
}

/** The pages of the index, as the navigation of every page. */
function linksOfIndex() {
  const text = readFileSync(join(docs, 'README.md'), 'utf8');
  return [...text.matchAll(/^\| \[([^\]]+)\]\(([\w-]+\.md)\)/gm)].map(([, , file]) => {
    const [, title] = /^# (.+)$/m.exec(readFileSync(join(docs, file), 'utf8'));
    return { page: pageOf(file), title };
  });
}

function html(source, page, text) {
  const tokens = markdown.parse(text, {});
  const used = new Map();
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', slugOf(tokens[at + 1].content, used));
    for (const child of token.children ?? []) {
      if (child.type === 'link_open') child.attrSet('href', targetOf(source, child.attrGet('href')));
      if (child.type === 'image') child.attrSet('src', targetOf(source, child.attrGet('src')));
    }
  }
  const up = relative(dirname(page), '.').replaceAll('\\', '/');
  const base = up === '' ? '' : `${up}/`;
  const [, title = 'Trestle'] = /^# (.+)$/m.exec(text) ?? [];
  const links = guides.map((one) => {
    const current = one.page === page ? ' aria-current="page"' : '';
    return `<a href="${base}${one.page}"${current}>${markdown.utils.escapeHtml(one.title)}</a>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${markdown.utils.escapeHtml(title)} · Trestle</title>
<link rel="stylesheet" href="${base}style.css">
<script type="module" src="${base}search.js"></script>
<header><a href="${base}index.html">Trestle</a><input type="search" placeholder="Search" aria-label="Search" autocomplete="off"></header>
<div id="results" data-base="${base}" hidden></div>
<nav>${links.join('\n')}</nav>
<main>
${markdown.renderer.render(tokens, markdown.options, {})}</main>
</html>
`;
}
