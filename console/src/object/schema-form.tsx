import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { parseNumber, printJson } from '../api/exact-json.ts';
import { type Schema, type Schemas, typeOf } from '../api/openapi.ts';

export type Value = unknown;

interface FormProps {
  readonly schemas: Schemas;
  readonly schema: Schema;
  readonly name: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Fields of an object by its schema: required ones are shown, others can be added. */
export function ObjectForm({ schemas, schema, name, value, onChange }: FormProps) {
  const current = (value ?? {}) as Record<string, unknown>;
  const properties = Object.entries(schema.properties ?? {});
  // A field may have the name of a method.
  const own = (field: string) => (Object.hasOwn(current, field) ? current[field] : undefined);
  const isShown = (field: string) => schema.required?.includes(field) || own(field) !== undefined;
  const set = (field: string, next: unknown) => {
    const { [field]: _, ...rest } = current;
    onChange(next === undefined ? rest : { ...current, [field]: next });
  };
  const hidden = properties.filter(([field]) => !isShown(field));
  return (
    <div class="form-object">
      {properties
        .filter(([field]) => isShown(field))
        .map(([field, child]) => (
          <FormField
            key={field}
            label={field}
            isRequired={schema.required?.includes(field) ?? false}
            description={schemas.resolve(child)?.description}
            onRemove={schema.required?.includes(field) ? undefined : () => set(field, undefined)}
          >
            <FieldInput
              schemas={schemas}
              schema={schemas.resolve(child) ?? {}}
              name={name ? `${name}.${field}` : field}
              value={own(field)}
              onChange={(next) => set(field, next)}
            />
          </FormField>
        ))}
      {hidden.length > 0 && (
        <select
          class="add"
          aria-label={`Add a field to ${name || 'the object'}`}
          value=""
          onChange={(event) =>
            set(event.currentTarget.value, initial(schemas, schemas.child(schema, event.currentTarget.value)))
          }
        >
          <option value="">add a field …</option>
          {hidden.map(([field, child]) => (
            <option key={field} value={field}>
              {field} ({typeOf(schemas, child)})
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

function FormField({
  label,
  isRequired,
  description,
  onRemove,
  children,
}: {
  label: string;
  isRequired: boolean;
  description?: string | undefined;
  onRemove: (() => void) | undefined;
  children: ComponentChildren;
}) {
  return (
    <div class="form-field">
      <div class="form-label" title={description}>
        <span>
          {label}
          {isRequired && <b class="tone-bad"> *</b>}
        </span>
        {onRemove && (
          <button type="button" class="plain dim" aria-label={`Remove ${label}`} onClick={onRemove}>
            ✕
          </button>
        )}
      </div>
      <div class="form-input">
        {children}
        {description && <p class="hint">{firstSentence(description)}</p>}
      </div>
    </div>
  );
}

function firstSentence(text: string): string {
  const end = text.search(/[.!?]\s/);
  return end < 0 ? text : text.slice(0, end + 1);
}

/** The first value of a field that is added. */
export function initial(schemas: Schemas, unresolved: Schema | undefined): unknown {
  const schema = schemas.resolve(unresolved);
  // An empty object says nothing of the fields that are required in it.
  if (schema?.default !== undefined && schema.type !== 'object') return schema.default;
  switch (schema?.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, initial(schemas, schemas.child(schema, name))]),
      );
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    default:
      return schema?.enum?.[0] ?? '';
  }
}

function FieldInput(props: FormProps) {
  const { schema, name, value, onChange } = props;
  if (schema.enum) {
    return (
      <select aria-label={name} value={String(value ?? '')} onChange={(event) => onChange(event.currentTarget.value)}>
        {schema.enum.map((one) => (
          <option key={String(one)} selected={one === value}>
            {String(one)}
          </option>
        ))}
      </select>
    );
  }
  switch (schema['x-kubernetes-int-or-string'] || schema.format === 'int-or-string' ? 'int-or-string' : schema.type) {
    case 'boolean':
      return (
        <input
          type="checkbox"
          aria-label={name}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'integer':
    case 'number':
      return (
        <input
          type="number"
          aria-label={name}
          value={value === undefined ? '' : String(value)}
          onInput={(event) =>
            onChange(event.currentTarget.value === '' ? undefined : parseNumber(event.currentTarget.value))
          }
        />
      );
    case 'array':
      return <ListInput {...props} />;
    case 'object':
      return schema.properties ? <ObjectForm {...props} /> : <MapInput {...props} />;
    case 'int-or-string':
      return (
        <input
          aria-label={name}
          value={String(value ?? '')}
          onInput={(event) =>
            onChange(
              /^\d+$/.test(event.currentTarget.value)
                ? parseNumber(event.currentTarget.value)
                : event.currentTarget.value,
            )
          }
        />
      );
    default:
      return (
        <input aria-label={name} value={String(value ?? '')} onInput={(event) => onChange(event.currentTarget.value)} />
      );
  }
}

function ListInput({ schemas, schema, name, value, onChange }: FormProps) {
  const items = Array.isArray(value) ? value : [];
  const itemSchema = schemas.resolve(schema.items) ?? {};
  return (
    <div class="form-list">
      {items.map((item, index) => (
        <div class="form-item" key={index}>
          <FieldInput
            schemas={schemas}
            schema={itemSchema}
            name={`${name}[${index}]`}
            value={item}
            onChange={(next) => onChange(items.with(index, next))}
          />
          <button
            type="button"
            class="plain dim"
            aria-label={`Remove ${name}[${index}]`}
            onClick={() => onChange(items.toSpliced(index, 1))}
          >
            ✕
          </button>
        </div>
      ))}
      <button
        type="button"
        aria-label={`Add to ${name}`}
        onClick={() => onChange([...items, initial(schemas, itemSchema)])}
      >
        Add
      </button>
    </div>
  );
}

function MapInput({ name, value, onChange }: FormProps) {
  const entries = Object.entries((value ?? {}) as Record<string, unknown>);
  const [key, setKey] = useState('');
  return (
    <div class="form-list">
      {entries.map(([entry, current]) => (
        <div class="form-item" key={entry}>
          <code>{entry}</code>
          <input
            aria-label={`${name}.${entry}`}
            value={typeof current === 'string' ? current : printJson(current)}
            onInput={(event) => onChange({ ...Object.fromEntries(entries), [entry]: event.currentTarget.value })}
          />
          <button
            type="button"
            class="plain dim"
            aria-label={`Remove ${entry}`}
            onClick={() => onChange(Object.fromEntries(entries.filter(([other]) => other !== entry)))}
          >
            ✕
          </button>
        </div>
      ))}
      <div class="form-item">
        <input
          aria-label={`New key of ${name}`}
          placeholder="key"
          value={key}
          onInput={(event) => setKey(event.currentTarget.value)}
        />
        <button
          type="button"
          disabled={key === ''}
          onClick={() => {
            onChange({ ...Object.fromEntries(entries), [key]: '' });
            setKey('');
          }}
        >
          Add
        </button>
      </div>
    </div>
  );
}
