import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { type Schema, type Schemas, typeOf } from '../api/openapi.ts';
import { linePaths } from './line-paths.ts';

export interface SchemaSource {
  readonly schemas: Schemas;
  readonly schema: Schema | undefined;
}

/** Completes the names of fields, and values of which there are only some. */
export function completeBySchema(
  source: () => SchemaSource | undefined,
): (context: CompletionContext) => CompletionResult | null {
  return ({ state, pos, explicit }) => {
    const known = source();
    if (!known) return null;
    const line = state.doc.lineAt(pos);
    const before = state.sliceDoc(line.from, pos);
    const above = state.sliceDoc(0, line.from);
    const value = /^(\s*(?:- )*[^\s:#][^:#]*:\s+)(\S*)$/.exec(before);
    if (value) return completeValue(known, { above, before: value[1]!, from: pos - value[2]!.length });
    const key = /^(\s*(?:- )*)([\w.$/-]*)$/.exec(before);
    if (!key || (key[2] === '' && !explicit)) return null;
    return completeKey(known, { above, lead: key[1]!, from: pos - key[2]!.length });
  };
}

interface Place {
  readonly above: string;
  readonly from: number;
}

function completeKey(
  { schemas, schema }: SchemaSource,
  { above, lead, from }: Place & { lead: string },
): CompletionResult | null {
  const path = linePaths(`${above}${lead}x:`).at(-1);
  const parent = path && schemas.at(schema, path.slice(0, -1));
  if (!parent?.properties) return null;
  const indent = lead.replaceAll('-', ' ');
  const options = Object.entries(parent.properties).map(([name, child]): Completion => {
    const resolved = schemas.resolve(child);
    const isRequired = parent.required?.includes(name) ?? false;
    return {
      label: name,
      type: 'property',
      detail: `${typeOf(schemas, child)}${isRequired ? ', required' : ''}`,
      apply: name + continuation(schemas, child, indent),
      boost: isRequired ? 2 : 0,
      ...(resolved?.description && { info: resolved.description }),
    };
  });
  return { from, options, validFor: /^[\w.$/-]*$/ };
}

/** What follows the name, so that one can type on. */
function continuation(schemas: Schemas, child: Schema, indent: string): string {
  const type = typeOf(schemas, child);
  if (type.startsWith('[]')) return `:\n${indent}- `;
  return type === 'object' || type === 'Object' || type.startsWith('map') ? `:\n${indent}  ` : ': ';
}

function completeValue(
  { schemas, schema }: SchemaSource,
  { above, before, from }: Place & { before: string },
): CompletionResult | null {
  const path = linePaths(`${above}${before}`).at(-1);
  const field = path && schemas.at(schema, path);
  const values = field?.type === 'boolean' ? [true, false] : (field?.enum ?? []);
  if (values.length === 0) return null;
  return { from, options: values.map((value) => ({ label: String(value), type: 'enum' })) };
}
