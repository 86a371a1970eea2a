import { find } from './find.js';

const input = document.querySelector('input[type=search]');
const results = document.getElementById('results');
const { base } = results.dataset;
let sections;

input.addEventListener('input', async () => {
  sections ??= fetch(`${base}search.json`).then((response) => response.json());
  const found = find(await sections, input.value);
  results.hidden = input.value.trim() === '';
  results.replaceChildren(...found.map(resultOf));
  if (found.length === 0) results.textContent = 'Nothing found';
});

addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === input) return;
  event.preventDefault();
  input.focus();
});

function resultOf({ page, anchor, title, text }) {
  const link = document.createElement('a');
  link.href = `${base}${page}#${anchor}`;
  const name = document.createElement('b');
  name.textContent = title;
  link.append(name, ` ${page.replace('.html', '')} · ${text.slice(0, 120)}`);
  link.addEventListener('click', () => {
    results.hidden = true;
  });
  return link;
}
