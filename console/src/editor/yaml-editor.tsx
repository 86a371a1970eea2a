import { useEffect, useRef, useState } from 'preact/hooks';
import type { Resource } from '../api/discovery.ts';
import { schemaOf } from '../api/openapi.ts';
import type { SchemaSource } from './completion.ts';
import type { Editor } from './create-editor.ts';

/** The editor, which is loaded with its first use. The text is its own from then on: another key is another editor. */
export function YamlEditor({
  initialText,
  resource,
  onChange,
}: {
  initialText: string;
  resource: Resource | undefined;
  onChange: (text: string) => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);
  const source = useRef<SchemaSource | undefined>(undefined);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    let isGone = false;
    void import('./create-editor.ts').then(({ createEditor }) => {
      if (isGone || !host.current) return;
      editor.current = createEditor(host.current, {
        text: initialText,
        source: () => source.current,
        onChange,
      });
      setLoaded(true);
    });
    return () => {
      isGone = true;
      editor.current?.destroy();
    };
  }, []);
  useEffect(() => {
    source.current = undefined;
    if (!resource) return;
    schemaOf(resource).then(
      (loaded) => {
        source.current = loaded;
        editor.current?.recheck();
      },
      // Without a schema there is neither completion nor a check; the dry run finds the problems.
      () => undefined,
    );
  }, [resource]);
  return <div class="editor" ref={host} data-loaded={isLoaded} />;
}
