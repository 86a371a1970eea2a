import { computed, signal } from '@preact/signals';
import type { Resource } from './api/discovery.ts';

export interface Route {
  /** Segments of the path, decoded. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
}

const hash = signal(location.hash);
addEventListener('hashchange', () => {
  hash.value = location.hash;
});

/** The page is named by the fragment: it is never sent to a server. */
export const route = computed<Route>(() => parse(hash.value));

export function parse(fragment: string): Route {
  const [path = '', query = ''] = fragment.replace(/^#\/?/, '').split('?', 2);
  const segments = path.split('/').filter((segment) => segment !== '');
  return { segments: segments.map(decode), query: new URLSearchParams(query) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export type Query = Readonly<Record<string, string | undefined>>;

export function href(segments: readonly string[], query: Query = {}): string {
  const parameters = Object.entries(query).filter(([, value]) => value);
  const text = new URLSearchParams(parameters as [string, string][]).toString();
  return `#/${segments.map(encodeURIComponent).join('/')}${text && `?${text}`}`;
}

export function go(segments: readonly string[], query?: Query): void {
  location.hash = href(segments, query);
}

/** Changes parameters of the current page; without a new entry in the history. */
export function setQuery(changes: Query): void {
  const { segments, query } = route.value;
  const target = href(segments, { ...Object.fromEntries(query), ...changes });
  history.replaceState(null, '', target);
  hash.value = target;
}

type Named = Pick<Resource, 'group' | 'name'>;

export function tableSegments({ group, name }: Named): string[] {
  return ['r', group || 'core', name];
}

export function objectSegments(
  { group, name }: Named,
  object: { namespace?: string | undefined; name: string },
): string[] {
  return ['o', group || 'core', name, object.namespace || '_', object.name];
}

/** The namespace that tables show; empty: all. */
export const namespace = computed(() => route.value.query.get('ns') ?? '');
