import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { pathKey } from '../yaml/field-owners.ts';
import { checkSchema } from './check-schema.ts';
import { completeBySchema, type SchemaSource } from './completion.ts';
import { linePaths } from './line-paths.ts';
import { parseYaml, YamlProblem } from './parse-yaml.ts';

export interface EditorOptions {
  readonly text: string;
  /** Undefined until it is loaded, or if there is none. */
  readonly source: () => SchemaSource | undefined;
  readonly onChange: (text: string) => void;
}

export interface Editor {
  /** Checks and completes again, with a schema that has arrived. */
  recheck(): void;
  destroy(): void;
}

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--key)' },
  { tag: [tags.string, tags.special(tags.string), tags.content], color: 'var(--string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--number)' },
  { tag: tags.comment, color: 'var(--dim)' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '12px', backgroundColor: 'var(--bg)', color: 'var(--text)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '19px' },
  '.cm-gutters': { backgroundColor: 'var(--bg-soft)', color: 'var(--dim)', border: '0' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--bg-hover) 60%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--bg-chosen) !important' },
  '.cm-tooltip, .cm-panels': { backgroundColor: 'var(--bg)', color: 'var(--text)', border: '1px solid var(--line)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--bg-chosen)', color: 'var(--text)' },
  '.cm-completionDetail': { color: 'var(--dim)', fontStyle: 'normal' },
  '.cm-completionInfo': { maxWidth: '360px', whiteSpace: 'pre-wrap', padding: '6px 8px', fontFamily: 'var(--sans)' },
  // The images of the default theme are data URLs, which the content security policy forbids.
  '.cm-lint-marker': { width: '8px', height: '8px', borderRadius: '4px', marginTop: '5px' },
  '.cm-lint-marker-error': { content: 'normal', backgroundColor: 'var(--bad)' },
  '.cm-lint-marker-warning': { content: 'normal', backgroundColor: 'var(--warn)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--warn)' },
  '.cm-content': { caretColor: 'var(--text)' },
});

/**
 * An editor of YAML. It lives in a shadow root: there its styles are style sheets of the script, which the content
 * security policy allows, unlike style elements.
 */
export function createEditor(host: HTMLElement, { text, source, onChange }: EditorOptions): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const check = linter((view) => diagnose(view, source()), { delay: 250 });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        foldGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        autocompletion({ override: [completeBySchema(source)] }),
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...foldKeymap,
          ...completionKeymap,
          ...lintKeymap,
          indentWithTab,
        ]),
        yaml(),
        syntaxHighlighting(colours),
        lintGutter(),
        check,
        theme,
        EditorView.contentAttributes.of({ 'aria-label': 'YAML editor' }),
        EditorView.updateListener.of((update) => update.docChanged && onChange(update.state.doc.toString())),
      ],
    }),
  });
  // Scrolling by keys, also where the text has not got the focus.
  view.scrollDOM.tabIndex = 0;
  return {
    recheck: () => {
      view.dispatch({ changes: { from: 0, insert: '' } });
      if (isInWord(view)) startCompletion(view);
    },
    destroy: () => view.destroy(),
  };
}

/** What has been typed so far would have been completed. */
function isInWord({ hasFocus, state: { doc, selection } }: EditorView): boolean {
  const { head } = selection.main;
  return hasFocus && /\w/.test(doc.sliceString(head - 1, head));
}

function diagnose(view: EditorView, source: SchemaSource | undefined): Diagnostic[] {
  const { doc } = view.state;
  const text = doc.toString();
  const markLine = (number: number): { from: number; to: number } => {
    const { from, to, text: content } = doc.line(Math.max(1, Math.min(doc.lines, number + 1)));
    return { from: from + (content.length - content.trimStart().length), to };
  };
  let value: unknown;
  try {
    value = parseYaml(text);
  } catch (error) {
    if (!(error instanceof YamlProblem)) throw error;
    return [{ ...markLine(error.line), severity: 'error', message: error.message }];
  }
  if (!source?.schema) return [];
  const lines = new Map<string, number>();
  for (const [index, path] of linePaths(text).entries()) {
    if (path && !lines.has(pathKey(path))) lines.set(pathKey(path), index);
  }
  return checkSchema(source.schemas, source.schema, value).map(({ path, message, severity }) => ({
    ...markLine(nearest(lines, path)),
    severity,
    message,
  }));
}

/** The line of a field, or of the closest one around it that has a line. */
function nearest(lines: ReadonlyMap<string, number>, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length--) {
    const line = lines.get(pathKey(path.slice(0, length)));
    if (line !== undefined) return line;
  }
  return 0;
}
