import { useState } from 'preact/hooks';
import { type Resource, resources } from '../api/discovery.ts';
import { pages } from '../pages/page-list.ts';
import { go, namespace, tableSegments } from '../route.ts';
import { groupTitle } from './format.ts';
import { isPaletteOpen } from './keyboard.ts';
import { Dialog } from './parts.tsx';

interface Entry {
  readonly title: string;
  readonly hint: string;
  readonly words: string;
  readonly segments: readonly string[];
}

function entries(): Entry[] {
  const listed = (resources.value ?? []).filter(({ verbs }) => verbs.has('list'));
  return [
    ...pages.map(({ title, segments }) => ({ title, hint: 'page', words: title.toLowerCase(), segments })),
    ...listed.map(entryOf),
  ];
}

function entryOf(resource: Resource): Entry {
  const { name, kind, group, shortNames } = resource;
  return {
    title: name,
    hint: groupTitle(group),
    words: [name, kind.toLowerCase(), ...shortNames, group].join(' '),
    segments: tableSegments(resource),
  };
}

/** Exact names and short names first, then beginnings, then anything. */
function rank({ words }: Entry, text: string): number {
  if (text === '') return 0;
  const all = words.split(' ');
  if (all.includes(text)) return 0;
  if (all.some((word) => word.startsWith(text))) return 1;
  return words.includes(text) ? 2 : 3;
}

/** Jumps to any resource or page by a few letters. */
export function Palette() {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  if (!isPaletteOpen.value) return null;
  const wanted = text.trim().toLowerCase();
  const found = entries()
    .map((entry) => ({ entry, order: rank(entry, wanted) }))
    .filter(({ order }) => order < 3)
    .sort((a, b) => a.order - b.order)
    .slice(0, 12)
    .map(({ entry }) => entry);
  const close = () => {
    isPaletteOpen.value = false;
    setText('');
    setChosen(0);
  };
  const open = (entry: Entry | undefined) => {
    if (!entry) return;
    go(entry.segments, entry.hint === 'page' ? {} : { ns: namespace.value });
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') open(found[chosen]);
    else if (event.key === 'ArrowDown') setChosen(Math.min(chosen + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(chosen - 1, 0));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Go to" onClose={close}>
      <input
        class="wide"
        aria-label="Resource or page"
        placeholder="pods, deploy, crd, access …"
        value={text}
        autofocus
        onInput={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul class="palette">
        {found.map((entry, index) => (
          <li key={entry.segments.join('/')}>
            <button type="button" class={index === chosen ? 'chosen' : ''} onClick={() => open(entry)}>
              <span>{entry.title}</span>
              <span class="dim">{entry.hint}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
