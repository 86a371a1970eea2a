import { effect, signal } from '@preact/signals';

export type Theme = 'auto' | 'light' | 'dark';

/** What the browser keeps: how pages look, never what they show. */
const key = 'trestle-console';

function stored(): { theme?: Theme } {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}');
  } catch {
    return {};
  }
}

export const theme = signal<Theme>(stored().theme ?? 'auto');

effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
  try {
    localStorage.setItem(key, JSON.stringify({ theme: theme.value }));
  } catch {
    // Storage is disabled: settings last as long as the page.
  }
});
