import { render } from 'preact';
import { begin } from './api/session.ts';
import { App } from './app.tsx';

render(<App />, document.getElementById('app')!);
void begin();

// On a phone, the menu covers the page.
addEventListener('hashchange', () => document.documentElement.removeAttribute('data-menu'));
