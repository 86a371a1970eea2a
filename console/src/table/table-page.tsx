import { useEffect, useMemo } from 'preact/hooks';
import { findResource, type Resource, resources } from '../api/discovery.ts';
import { go, href, namespace, objectSegments, route, setQuery } from '../route.ts';
import { count, groupTitle } from '../ui/format.ts';
import { announce } from '../ui/keyboard.ts';
import { EmptyPage, Loading, Missing, Notice } from '../ui/parts.tsx';
import { Grid } from './grid.tsx';
import { LiveTable } from './live-table.ts';
import { NamespaceSelect } from './namespace-select.tsx';
import { SelectorField } from './selector-field.tsx';
import { visibleRows } from './visible-rows.ts';

/** The first column of events: the newest come first. */
const lastSeen = '0';

/** The live table of a resource. */
export function TablePage({ segments: [group = 'core', name = 'namespaces'] }: { segments: readonly string[] }) {
  const resource = findResource(group === 'core' ? '' : group, name);
  const { query } = route.value;
  const labels = query.get('labels') ?? '';
  const fields = query.get('fields') ?? '';
  const table = useMemo(
    () => resource && new LiveTable(resource, { namespace: namespace.value, labels, fields }),
    [resource, namespace.value, labels, fields],
  );
  useEffect(() => {
    void table?.run();
    return () => table?.close();
  }, [table]);
  useEffect(() => announce(name), [name]);
  if (!resource || !table) {
    return resources.value ? (
      <Missing>
        The server has no resource {name} in group {group}.
      </Missing>
    ) : (
      <Loading />
    );
  }
  const isAllNamespaces = resource.isNamespaced && namespace.value === '';
  const sort = query.get('sort') ?? (resource.name === 'events' ? lastSeen : '');
  const search = query.get('q') ?? '';
  const wide = query.get('wide') === '1';
  const problem = table.problem.value;
  const rows = visibleRows(table, { search, sort });
  return (
    <div class="page table-page">
      <header class="page-head">
        <h1>
          {name}{' '}
          <span class="dim">
            {groupTitle(resource.group)}/{resource.version}
          </span>
        </h1>
        <span class="grow" />
        <div class="tools">
          <span class="dim counter" role="status">
            {count(rows.length)}
            {rows.length !== table.rows.size && ` of ${count(table.rows.size)}`}
            {!table.isComplete.value && ' …'}
          </span>
          <a class="button" href={href(['definitions', resource.group || 'core', resource.name])}>
            Definition
          </a>
          {resource.verbs.has('create') && (
            <a class="button" href={href(['new', resource.group || 'core', resource.name], { ns: namespace.value })}>
              New
            </a>
          )}
        </div>
      </header>
      <div class="tools filters">
        {resource.isNamespaced && <NamespaceSelect />}
        <SearchField value={search} />
        <SelectorField
          label="Labels"
          value={labels}
          placeholder="app=web"
          onCommit={(text) => setQuery({ labels: text })}
        />
        <SelectorField
          label="Fields"
          value={fields}
          placeholder="metadata.name"
          onCommit={(text) => setQuery({ fields: text })}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={wide}
            onChange={(event) => setQuery({ wide: event.currentTarget.checked ? '1' : undefined })}
          />{' '}
          all columns
        </label>
      </div>
      {problem && (
        <Notice tone={problem.code === 403 ? 'forbidden' : 'bad'}>
          {problem.code === 403 && 'Forbidden. '}
          {problem.message}
        </Notice>
      )}
      {(!problem || table.rows.size > 0) && (
        <Grid
          table={table}
          rows={rows}
          sort={sort}
          isWide={wide}
          hasNamespaces={isAllNamespaces}
          onSort={(text) => setQuery({ sort: text })}
          hrefOf={(row) => href(objectSegments(resource, row), { ns: namespace.value })}
          onOpen={(row) => go(objectSegments(resource, row), { ns: namespace.value })}
          empty={<NoRows resource={resource} isFiltered={search !== '' || labels !== '' || fields !== ''} />}
        />
      )}
    </div>
  );
}

function NoRows({ resource, isFiltered }: { resource: Resource; isFiltered: boolean }) {
  const within = resource.isNamespaced && namespace.value !== '' ? ` in ${namespace.value}` : '';
  if (isFiltered) {
    return (
      <EmptyPage title={`No ${resource.name}${within} match.`}>
        <button type="button" onClick={() => setQuery({ q: undefined, labels: undefined, fields: undefined })}>
          Clear the filters
        </button>
      </EmptyPage>
    );
  }
  return (
    <EmptyPage title={`There are no ${resource.name}${within}.`}>
      {resource.verbs.has('create') && <p class="dim">They appear here as they are created.</p>}
    </EmptyPage>
  );
}

function SearchField({ value }: { value: string }) {
  return (
    <input
      type="text"
      role="searchbox"
      id="search"
      aria-label="Search"
      placeholder="Search  /"
      value={value}
      onInput={(event) => setQuery({ q: event.currentTarget.value })}
    />
  );
}
