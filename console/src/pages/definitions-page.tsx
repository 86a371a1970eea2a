import { useEffect, useState } from 'preact/hooks';
import { get, type KubeObject } from '../api/client.ts';
import { findResource, type Resource, resources } from '../api/discovery.ts';
import { printJson } from '../api/exact-json.ts';
import { loadSchemas, type Schema, type Schemas, typeOf } from '../api/openapi.ts';
import { conditionTone } from '../object/side-panel.tsx';
import { href, objectSegments, route, setQuery, tableSegments } from '../route.ts';
import { groupTitle } from '../ui/format.ts';
import { announce } from '../ui/keyboard.ts';
import { useLoad } from '../ui/load.ts';
import { Chip, Empty, Loading, Missing, Problem, Section } from '../ui/parts.tsx';
import { isBuiltIn } from '../ui/sidebar.tsx';

/** The kinds of the server; custom ones first. */
export function DefinitionsPage({ segments: [group, name] }: { segments: readonly string[] }) {
  if (group === undefined || name === undefined) return <DefinitionList />;
  const resource = findResource(group === 'core' ? '' : group, name);
  return resource ? (
    <Definition resource={resource} />
  ) : (
    <Missing>
      The server has no resource {name} in group {group}.
    </Missing>
  );
}

function DefinitionList() {
  useEffect(() => announce('Definitions'), []);
  const search = route.value.query.get('q') ?? '';
  const found = (resources.value ?? []).filter(({ name, kind, group }) =>
    `${name} ${kind} ${group}`.toLowerCase().includes(search.toLowerCase()),
  );
  const custom = found.filter(({ group }) => !isBuiltIn(group));
  return (
    <div class="page">
      <header class="page-head">
        <h1>Definitions</h1>
        <div class="tools">
          <input
            type="text"
            role="searchbox"
            id="search"
            aria-label="Search"
            placeholder="Search  /"
            value={search}
            onInput={(event) => setQuery({ q: event.currentTarget.value })}
          />
        </div>
      </header>
      <Section title="Custom and aggregated">
        {custom.length === 0 ? <Empty>None{search && ' that match'}.</Empty> : <ResourceTable list={custom} />}
      </Section>
      <Section title="Built in">
        <ResourceTable list={found.filter(({ group }) => isBuiltIn(group))} />
      </Section>
    </div>
  );
}

function ResourceTable({ list }: { list: readonly Resource[] }) {
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label="Kinds">
      <table class="list">
        <thead>
          <tr>
            <th>Kind</th>
            <th>Resource</th>
            <th>Group</th>
            <th class="wide-only">Versions</th>
            <th class="wide-only">Scope</th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <tr key={`${one.group}/${one.name}`}>
              <td>
                <a href={href(['definitions', one.group || 'core', one.name])}>{one.kind}</a>
              </td>
              <td>
                {one.name}
                {one.shortNames.length > 0 && <span class="dim"> {one.shortNames.join(', ')}</span>}
              </td>
              <td>{groupTitle(one.group)}</td>
              <td class="wide-only">{one.versions.join(', ')}</td>
              <td class="wide-only">{one.isNamespaced ? 'namespaced' : 'cluster'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CustomResourceDefinition extends KubeObject {
  readonly spec: {
    readonly versions: readonly {
      name: string;
      served: boolean;
      storage: boolean;
      deprecated?: boolean;
      additionalPrinterColumns?: readonly { name: string; type: string; jsonPath: string; priority?: number }[];
      subresources?: object;
    }[];
    readonly conversion?: { readonly strategy?: string };
  };
  readonly status?: {
    readonly conditions?: readonly { type: string; status: string; reason?: string; message?: string }[];
    readonly storedVersions?: readonly string[];
  };
}

function Definition({ resource }: { resource: Resource }) {
  const version = route.value.query.get('version') ?? resource.version;
  useEffect(() => announce(resource.kind), [resource]);
  const crd = useLoad(
    () =>
      isBuiltIn(resource.group)
        ? Promise.resolve(undefined)
        : get<CustomResourceDefinition>(
            `apis/apiextensions.k8s.io/v1/customresourcedefinitions/${resource.name}.${resource.group}`,
          ).catch(() => undefined),
    [resource],
  );
  const loaded = useLoad(async () => {
    const schemas = await loadSchemas({ group: resource.group, version });
    return { schemas, schema: schemas.forKind({ ...resource, version }) };
  }, [resource, version]);
  return (
    <div class="page">
      <nav class="crumbs" aria-label="Place">
        <a href={href(['definitions'])}>definitions</a> / {groupTitle(resource.group)}
      </nav>
      <header class="page-head">
        <h1>
          {resource.kind}{' '}
          <span class="dim">
            {resource.group && `${resource.group}/`}
            {version}
          </span>
        </h1>
        <div class="tools">
          {resource.versions.length > 1 && (
            <select
              aria-label="Version"
              value={version}
              onChange={(event) => setQuery({ version: event.currentTarget.value })}
            >
              {resource.versions.map((one) => (
                <option key={one} selected={one === version}>
                  {one}
                </option>
              ))}
            </select>
          )}
          {resource.verbs.has('list') && (
            <a class="button" href={href(tableSegments(resource))}>
              Objects
            </a>
          )}
          {resource.verbs.has('create') && (
            <a class="button" href={href(['new', resource.group || 'core', resource.name], { form: '1' })}>
              New by form
            </a>
          )}
        </div>
      </header>
      {crd.value && <CustomDefinition definition={crd.value} version={version} />}
      <Section title="Schema">
        {loaded.error !== undefined && <Problem error={loaded.error} />}
        {!loaded.value && loaded.error === undefined && <Loading />}
        {loaded.value && !loaded.value.schema && <Empty>The server publishes no schema of it.</Empty>}
        {loaded.value?.schema && <SchemaTree schemas={loaded.value.schemas} schema={loaded.value.schema} />}
      </Section>
    </div>
  );
}

function CustomDefinition({ definition, version }: { definition: CustomResourceDefinition; version: string }) {
  const { spec, status, metadata } = definition;
  const columns = spec.versions.find(({ name }) => name === version)?.additionalPrinterColumns ?? [];
  const resource = findResource('apiextensions.k8s.io', 'customresourcedefinitions');
  return (
    <>
      <Section title="Definition">
        <p>
          {resource && <a href={href(objectSegments(resource, metadata))}>{metadata.name}</a>}{' '}
          {(status?.conditions ?? []).map((condition) => (
            <Chip key={condition.type} tone={conditionTone(condition)}>
              {condition.type}: {condition.status}
            </Chip>
          ))}{' '}
          <span class="dim">conversion: {spec.conversion?.strategy ?? 'None'}</span>
        </p>
        <ul class="plain-list">
          {spec.versions.map((one) => (
            <li key={one.name}>
              <b>{one.name}</b> {one.storage && <Chip>stored</Chip>}{' '}
              {one.served ? <Chip tone="good">served</Chip> : <Chip>not served</Chip>}{' '}
              {one.deprecated && <Chip tone="warn">deprecated</Chip>}{' '}
              <span class="dim">{Object.keys(one.subresources ?? {}).join(', ')}</span>
            </li>
          ))}
        </ul>
      </Section>
      {columns.length > 0 && (
        <Section title="Columns">
          <table class="list">
            <tbody>
              {columns.map((column) => (
                <tr key={column.name}>
                  <td>{column.name}</td>
                  <td class="brief">{column.type}</td>
                  <td class="mono">{column.jsonPath}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      )}
    </>
  );
}

function SchemaTree({ schemas, schema }: { schemas: Schemas; schema: Schema }) {
  const root = schemas.resolve(schema)!;
  return (
    <>
      {root.description && <p>{root.description}</p>}
      <Rules schema={root} />
      <Fields schemas={schemas} schema={root} depth={0} />
    </>
  );
}

/** An item of a list, or a value of a map, has the fields of interest. */
function inner(schemas: Schemas, schema: Schema): Schema {
  const resolved = schemas.resolve(schema) ?? {};
  if (resolved.items) return inner(schemas, resolved.items);
  return typeof resolved.additionalProperties === 'object' && !resolved.properties
    ? inner(schemas, resolved.additionalProperties)
    : resolved;
}

/** The fields that every object has come first, whatever the order of the document. */
function orderedFields({ properties = {} }: Schema): [string, Schema][] {
  const rank = (name: string) => ['apiVersion', 'kind', 'metadata', 'spec'].indexOf(name) >>> 0;
  return Object.entries(properties).sort(([a], [b]) => rank(a) - rank(b));
}

function Fields({ schemas, schema, depth }: { schemas: Schemas; schema: Schema; depth: number }) {
  return (
    <ul class="schema">
      {orderedFields(schema).map(([name, child]) => (
        <FieldItem
          key={name}
          schemas={schemas}
          name={name}
          child={child}
          isRequired={schema.required?.includes(name) ?? false}
          depth={depth}
        />
      ))}
    </ul>
  );
}

function FieldItem({
  schemas,
  name,
  child,
  isRequired,
  depth,
}: {
  schemas: Schemas;
  name: string;
  child: Schema;
  isRequired: boolean;
  depth: number;
}) {
  const [isOpen, setOpen] = useState(depth === 0 && name === 'spec');
  const resolved = schemas.resolve(child) ?? {};
  const below = inner(schemas, child);
  const hasFields = Object.keys(below.properties ?? {}).length > 0;
  return (
    <li>
      <div class="schema-field">
        {hasFields ? (
          <button
            type="button"
            class="fold"
            aria-expanded={isOpen}
            aria-label={`Fields of ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? '▾' : '▸'}
          </button>
        ) : (
          <span class="fold" />
        )}
        <code class="y-key">{name}</code> <span class="dim">{typeOf(schemas, child)}</span>
        {isRequired && <Chip tone="warn">required</Chip>}
        {resolved.enum && <span class="dim">one of {resolved.enum.join(', ')}</span>}
        {hasDefault(resolved) && <span class="dim">default {printJson(resolved.default)}</span>}
        {limits(resolved)}
      </div>
      {resolved.description && <p class="description">{resolved.description}</p>}
      <Rules schema={resolved} />
      {isOpen && hasFields && <Fields schemas={schemas} schema={below} depth={depth + 1} />}
    </li>
  );
}

/** That an object is created empty is nothing to know. */
function hasDefault({ default: value }: Schema): boolean {
  return value !== undefined && printJson(value) !== '{}';
}

function limits({ minimum, maximum, pattern }: Schema) {
  const texts = [
    minimum !== undefined && `≥ ${minimum}`,
    maximum !== undefined && `≤ ${maximum}`,
    pattern && `/${pattern}/`,
  ].filter(Boolean);
  return texts.length > 0 ? <span class="dim mono">{texts.join(' ')}</span> : null;
}

function Rules({ schema }: { schema: Schema }) {
  const rules = schema['x-kubernetes-validations'] ?? [];
  return rules.length === 0 ? null : (
    <ul class="rules">
      {rules.map(({ rule, message }) => (
        <li class="rule" key={rule}>
          <code>{rule}</code>
          {message && <span class="dim"> {message}</span>}
        </li>
      ))}
    </ul>
  );
}
