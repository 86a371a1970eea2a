import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { isUnreachable, loggedOut } from './api/client.ts';
import { discover, discoveryProblem, resources } from './api/discovery.ts';
import { logOut, session } from './api/session.ts';
import { route } from './route.ts';
import { theme } from './settings.ts';
import { TablePage } from './table/table-page.tsx';
import { Help } from './ui/help.tsx';
import { Icon, Mark } from './ui/icon.tsx';
import { isPaletteOpen, onKey } from './ui/keyboard.ts';
import { Login } from './ui/login.tsx';
import { Palette } from './ui/palette.tsx';
import { Loading, Missing, Notice } from './ui/parts.tsx';
import { Sidebar } from './ui/sidebar.tsx';

type Page = ComponentType<{ segments: readonly string[] }>;

/** Pages that are loaded with their first use. */
const loaders: Readonly<Record<string, () => Promise<Page>>> = {
  o: async () => (await import('./object/object-page.tsx')).ObjectPage,
  new: async () => (await import('./object/create-page.tsx')).CreatePage,
  server: async () => (await import('./pages/server-page.tsx')).ServerPage,
  changes: async () => (await import('./pages/changes-page.tsx')).ChangesPage,
  definitions: async () => (await import('./pages/definitions-page.tsx')).DefinitionsPage,
  access: async () => (await import('./pages/access-page.tsx')).AccessPage,
  admission: async () => (await import('./pages/admission-page.tsx')).AdmissionPage,
};
const loaded = new Map<string, Page>([['r', TablePage]]);

const discoveryMilliseconds = 10_000;
/** As long as there is a problem. */
const retryMilliseconds = 2_000;

/** A script of the console could not be loaded; browsers do not try again before the page is reloaded. */
const isIncomplete = signal(false);
addEventListener('unhandledrejection', ({ reason }) => {
  if (reason instanceof TypeError && /import/i.test(reason.message)) isIncomplete.value = true;
});

export function App() {
  const isIn = session.value !== undefined && !loggedOut.value;
  const hasProblem = discoveryProblem.value !== '';
  useEffect(() => {
    if (!isIn) return;
    void discover();
    const interval = hasProblem ? retryMilliseconds : discoveryMilliseconds;
    const timer = setInterval(() => !document.hidden && void discover(), interval);
    return () => clearInterval(timer);
  }, [isIn, hasProblem]);
  useLayoutEffect(() => onKey({ t: switchTheme }), []);
  if (loggedOut.value) return <Login />;
  if (!isIn) return <Loading />;
  return (
    <div class="shell">
      <TopBar />
      <Sidebar />
      <main id="content">
        {isIncomplete.value && (
          <Notice tone="bad">
            A part of this page could not be loaded.{' '}
            <button type="button" onClick={() => location.reload()}>
              Reload
            </button>
          </Notice>
        )}
        {isUnreachable.value ? (
          <Notice tone="bad">The server cannot be reached. What is shown may be old; the page keeps trying.</Notice>
        ) : (
          discoveryProblem.value && <Notice tone="bad">{discoveryProblem.value}</Notice>
        )}
        {resources.value ? <CurrentPage /> : <Loading />}
      </main>
      <Palette />
      <Help />
    </div>
  );
}

function CurrentPage() {
  const { segments } = route.value;
  const [name = 'r', ...rest] = segments.length === 0 ? ['r', 'core', 'namespaces'] : segments;
  const [, rerender] = useState(0);
  const Page = loaded.get(name);
  useEffect(() => {
    if (loaded.has(name)) return;
    void loaders[name]?.().then((page) => {
      loaded.set(name, page);
      rerender((before) => before + 1);
    });
  }, [name]);
  if (!Page && !loaders[name]) return <Missing>There is no such page.</Missing>;
  // Another resource is another page, with its own state.
  return Page ? <Page key={segments.join('/')} segments={rest} /> : <Loading />;
}

function switchTheme(): void {
  const isDark =
    theme.value === 'dark' || (theme.value === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  theme.value = isDark ? 'light' : 'dark';
}

function openPalette(): void {
  isPaletteOpen.value = true;
}

function TopBar() {
  const { user, context, server } = session.value ?? {};
  const toggleSidebar = () => document.documentElement.toggleAttribute('data-menu');
  return (
    <header class="topbar">
      <button type="button" class="plain menu" aria-label="Menu" onClick={toggleSidebar}>
        <Icon name="menu" />
      </button>
      <a class="brand" href="#/">
        <Mark />
        <span>Trestle</span>
      </a>
      <span class="where" title={server}>
        {context ?? location.host}
      </span>
      <button type="button" class="jump" onClick={openPalette}>
        <Icon name="search" />
        <span>Go to…</span>
        <kbd>Ctrl K</kbd>
      </button>
      <span class="grow" />
      {user && <span class="who">{user}</span>}
      <button
        type="button"
        class="plain"
        aria-label="Change between dark and light"
        title="Dark or light (t)"
        onClick={switchTheme}
      >
        <Icon name="theme" />
      </button>
      {user && (
        <button type="button" class="plain" aria-label="Log out" title="Log out" onClick={() => void logOut()}>
          <Icon name="leave" />
        </button>
      )}
    </header>
  );
}
