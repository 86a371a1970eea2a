import { effect, signal } from '@preact/signals';

export interface Shortcut {
  readonly keys: string;
  readonly what: string;
}

export const shortcuts: readonly Shortcut[] = [
  { keys: '/', what: 'search this page' },
  { keys: 'Ctrl K', what: 'go to any resource or page' },
  { keys: 'j k', what: 'next and previous row' },
  { keys: 'g g', what: 'first row' },
  { keys: 'G', what: 'last row' },
  { keys: 'Enter', what: 'open the row' },
  { keys: 'Esc', what: 'leave the search, close a dialog, go back' },
  { keys: 'e', what: 'edit the object' },
  { keys: 't', what: 'change between dark and light' },
  { keys: 'Shift Esc', what: 'leave the terminal' },
  { keys: '?', what: 'these keys' },
];

export const isHelpOpen = signal(false);
export const isPaletteOpen = signal(false);

type Action = (event: KeyboardEvent) => void;
const actions = new Map<string, Action>();

/** Registers what a key does on the current page. Returns a function that removes it. Components call it in a layout effect, so that
 * a key never acts on what was drawn before. */
export function onKey(keys: Readonly<Record<string, Action>>): () => void {
  for (const [key, action] of Object.entries(keys)) actions.set(key, action);
  return () => {
    for (const [key, action] of Object.entries(keys)) if (actions.get(key) === action) actions.delete(key);
  };
}

let pending = '';

function isTyping({ target }: KeyboardEvent): boolean {
  const element = target as HTMLElement;
  return (
    element.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(element.tagName) || element.shadowRoot !== null
  );
}

/** Keys that a focused button or link handles itself. */
function isForControl({ key, target }: KeyboardEvent): boolean {
  const { tagName } = target as HTMLElement;
  return (key === 'Enter' || key === ' ') && /^(?:A|BUTTON|SUMMARY)$/i.test(tagName);
}

addEventListener('keydown', (event) => {
  // The editor has closed its list of completions, for example.
  if (event.defaultPrevented) return;
  if ((event.ctrlKey || event.metaKey) && event.key === 'k') {
    event.preventDefault();
    isPaletteOpen.value = !isPaletteOpen.value;
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  if (isTyping(event)) {
    if (event.key === 'Escape') (event.target as HTMLElement).blur();
    return;
  }
  if (isForControl(event)) return;
  const key = pending + event.key;
  pending = '';
  const action = actions.get(key);
  if (action) {
    event.preventDefault();
    action(event);
  } else if (event.key === 'g') pending = 'g';
});

onKey({
  '?': () => {
    isHelpOpen.value = true;
  },
});

/** Focus moves to the heading of a new page, so that screen readers announce it. */
export function announce(title: string): void {
  document.title = `${title} · Console`;
}

effect(() => {
  document.documentElement.dataset['palette'] = String(isPaletteOpen.value);
});
