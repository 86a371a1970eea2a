import { useEffect, useState } from 'preact/hooks';
import { type KubeObject, type Written, withQuery, write } from '../api/client.ts';
import { apiVersionOf, discover, findResource, pathOf, type Resource } from '../api/discovery.ts';
import { type Schema, type Schemas, schemaOf } from '../api/openapi.ts';
import { YamlEditor } from '../editor/yaml-editor.tsx';
import { go, href, namespace, objectSegments, route, setQuery, tableSegments } from '../route.ts';
import { announce } from '../ui/keyboard.ts';
import { useLoad } from '../ui/load.ts';
import { Loading, Missing, Notice, Problem } from '../ui/parts.tsx';
import { DiffView } from '../yaml/diff-view.tsx';
import { toYaml } from '../yaml/yaml-lines.ts';
import { initial, ObjectForm } from './schema-form.tsx';
import { withoutNoise } from './versions.ts';

/** Creates an object, by YAML or by a form; shows the result of a dry run first. */
export function CreatePage({ segments: [group = '', name = ''] }: { segments: readonly string[] }) {
  const resource = findResource(group === 'core' ? '' : group, name);
  useEffect(() => announce(`New ${resource?.kind ?? name}`), [resource]);
  const schema = useLoad(() => (resource ? schemaOf(resource) : Promise.resolve(undefined)), [resource]);
  if (!resource)
    return (
      <Missing>
        The server has no resource {name} in group {group}.
      </Missing>
    );
  if (schema.isLoading && !schema.value) return <Loading />;
  return <Create resource={resource} schemas={schema.value?.schemas} schema={schema.value?.schema} />;
}

/** The fields that a first object must have. */
function skeleton(resource: Resource, schemas: Schemas | undefined, schema: Schema | undefined): KubeObject {
  const scope = resource.isNamespaced ? { namespace: namespace.value || 'default' } : {};
  const base = { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata: { name: 'example', ...scope } };
  const spec = schemas?.child(schema, 'spec');
  return spec && schemas ? { ...base, spec: initial(schemas, spec) } : base;
}

function Create({
  resource,
  schemas,
  schema,
}: {
  resource: Resource;
  schemas: Schemas | undefined;
  schema: Schema | undefined;
}) {
  const isForm = route.value.query.get('form') === '1' && schemas !== undefined && schema !== undefined;
  const [object, setObject] = useState<KubeObject>(() => skeleton(resource, schemas, schema));
  const [text, setText] = useState(() => toYaml(skeleton(resource, schemas, schema)));
  const [reviewed, setReviewed] = useState<{ sent: KubeObject; result: Written } | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  const post = (sent: KubeObject, isDryRun: boolean) => {
    const path = pathOf(resource, { namespace: resource.isNamespaced ? (sent.metadata?.namespace ?? 'default') : '' });
    return write(
      'POST',
      withQuery(path, {
        dryRun: isDryRun ? 'All' : undefined,
        fieldValidation: 'Strict',
        fieldManager: 'trestle-console',
      }),
      { body: sent },
    );
  };
  const attempt = (work: () => Promise<void>) => {
    setError(undefined);
    work().catch(setError);
  };
  const parsed = async (): Promise<KubeObject> =>
    isForm ? object : (await import('../editor/parse-yaml.ts')).parseYaml(text);
  const review = () =>
    attempt(async () => {
      const sent = await parsed();
      setReviewed({ sent, result: await post(sent, true) });
    });
  const create = () =>
    attempt(async () => {
      const { object: created } = await post(reviewed!.sent, false);
      // A definition is a new resource.
      if (resource.name === 'customresourcedefinitions') await discover();
      go(objectSegments(resource, created.metadata), { ns: namespace.value });
    });
  const toForm = () =>
    attempt(async () => {
      setObject((await import('../editor/parse-yaml.ts')).parseYaml(text));
      setQuery({ form: '1' });
    });
  const toText = () => {
    setText(toYaml(object));
    setQuery({ form: undefined });
  };
  return (
    <div class="page">
      <nav class="crumbs" aria-label="Place">
        <a href={href(tableSegments(resource), { ns: namespace.value })}>{resource.name}</a>
      </nav>
      <header class="page-head">
        <h1>New {resource.kind}</h1>
        {!reviewed &&
          (isForm ? (
            <button type="button" onClick={toText}>
              YAML
            </button>
          ) : (
            schema && (
              <button type="button" onClick={toForm}>
                Form
              </button>
            )
          ))}
      </header>
      {error !== undefined && <Problem error={error} />}
      {reviewed ? (
        <>
          <h2>What would be stored</h2>
          {reviewed.result.warnings.map((warning) => (
            <Notice key={warning} tone="warn">
              {warning}
            </Notice>
          ))}
          <DiffView before={undefined} after={withoutNoise(reviewed.result.object)} />
          <div class="actions">
            <button type="button" class="primary" onClick={create}>
              Create
            </button>
            <button type="button" onClick={() => setReviewed(undefined)}>
              Back
            </button>
          </div>
        </>
      ) : (
        <>
          {isForm ? (
            <div class="columns">
              <div class="main-column">
                <Form schemas={schemas} schema={schema} object={object} onChange={setObject} />
              </div>
              <pre class="preview" aria-label="YAML of the form" tabIndex={0}>
                {toYaml(object)}
              </pre>
            </div>
          ) : (
            <YamlEditor initialText={text} resource={resource} onChange={setText} />
          )}
          <div class="actions">
            <button type="button" class="primary" onClick={review}>
              Review
            </button>
            <span class="dim">The server checks it by a dry run; nothing is written yet.</span>
          </div>
        </>
      )}
    </div>
  );
}

/** Metadata is reduced to what a first object needs; the server writes the status. */
function Form({
  schemas,
  schema,
  object,
  onChange,
}: {
  schemas: Schemas;
  schema: Schema;
  object: KubeObject;
  onChange: (object: KubeObject) => void;
}) {
  const { name, namespace: within } = object.metadata;
  const resolved = schemas.resolve(schema)!;
  const { apiVersion: _a, kind: _k, metadata: _m, status: _s, ...properties } = resolved.properties ?? {};
  const { apiVersion, kind, metadata, ...rest } = object;
  return (
    <>
      <div class="form-field">
        <label class="form-label" for="form-name">
          name<b class="tone-bad"> *</b>
        </label>
        <input
          id="form-name"
          value={name}
          onInput={(event) => onChange({ ...object, metadata: { ...metadata, name: event.currentTarget.value } })}
        />
      </div>
      {within !== undefined && (
        <div class="form-field">
          <label class="form-label" for="form-namespace">
            namespace
          </label>
          <input
            id="form-namespace"
            value={within}
            onInput={(event) =>
              onChange({ ...object, metadata: { ...metadata, namespace: event.currentTarget.value } })
            }
          />
        </div>
      )}
      <ObjectForm
        schemas={schemas}
        schema={{ ...resolved, properties, required: (resolved.required ?? []).filter((field) => field in properties) }}
        name=""
        value={rest}
        onChange={(next) => onChange({ apiVersion, kind, metadata, ...(next as object) })}
      />
    </>
  );
}
