import { useState } from 'preact/hooks';
import { ApiError, type KubeObject, type Written, withQuery, write } from '../api/client.ts';
import { pathOf, type Resource } from '../api/discovery.ts';
import { YamlEditor } from '../editor/yaml-editor.tsx';
import { setQuery } from '../route.ts';
import { Chip, Notice, Problem } from '../ui/parts.tsx';
import { DiffView } from '../yaml/diff-view.tsx';
import { presentable } from '../yaml/presentable.ts';
import { toYaml } from '../yaml/yaml-lines.ts';
import { threeWayMerge } from './three-way-merge.ts';
import { fieldText, withoutNoise, writersSince } from './versions.ts';

interface Reviewed {
  readonly sent: KubeObject;
  readonly result: Written;
}

/** Edits an object: nothing is written before the result of a dry run has been shown. */
export function EditTab({ resource, object }: { resource: Resource; object: KubeObject }) {
  const [base, setBase] = useState(object);
  const [text, setText] = useState(() => editable(object));
  const [reviewed, setReviewed] = useState<Reviewed | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  const [conflicts, setConflicts] = useState<readonly string[] | undefined>(undefined);
  const isStale = object.metadata.resourceVersion !== base.metadata.resourceVersion && !reviewed;
  const put = async (sent: KubeObject, isDryRun: boolean): Promise<Written> => {
    const path = withQuery(pathOf(resource, object.metadata), {
      dryRun: isDryRun ? 'All' : undefined,
      fieldValidation: 'Strict',
      fieldManager: 'trestle-console',
    });
    return write('PUT', path, { body: sent });
  };
  const attempt = (work: () => Promise<void>) => {
    setError(undefined);
    work().catch(setError);
  };
  const review = () =>
    attempt(async () => {
      const { parseYaml } = await import('../editor/parse-yaml.ts');
      const sent = parseYaml(text);
      setReviewed({ sent, result: await put(sent, true) });
    });
  const commit = () =>
    attempt(async () => {
      await put(reviewed!.sent, false);
      setQuery({ tab: undefined });
    });
  const rebase = () =>
    attempt(async () => {
      const { parseYaml } = await import('../editor/parse-yaml.ts');
      const merged = threeWayMerge(withoutNoise(base), withoutNoise(parseYaml(text)), withoutNoise(object));
      const value = merged.value as KubeObject;
      const rebased = { ...value, metadata: { ...value.metadata, resourceVersion: object.metadata.resourceVersion! } };
      setBase(object);
      setText(toYaml(presentable(rebased)));
      setConflicts(merged.conflicts.map(fieldText));
      setReviewed(undefined);
    });
  const isConflict = error instanceof ApiError && error.code === 409;
  return (
    <div class="edit">
      {(isStale || isConflict) && object.metadata.resourceVersion !== base.metadata.resourceVersion && (
        <ConflictNotice base={base} latest={object} onRebase={rebase} />
      )}
      {conflicts && conflicts.length > 0 && (
        <Notice tone="warn">
          Both you and others changed {conflicts.join(', ')}; the text has your values. Check them.
        </Notice>
      )}
      {conflicts?.length === 0 && (
        <Notice tone="good">Your changes were applied to the latest version; no field was changed by both.</Notice>
      )}
      {error !== undefined && <Problem error={error} />}
      {reviewed ? (
        <>
          <h2>What would be written</h2>
          {reviewed.result.warnings.map((warning) => (
            <Notice key={warning} tone="warn">
              {warning}
            </Notice>
          ))}
          <DiffView before={withoutNoise(base)} after={withoutNoise(reviewed.result.object)} />
          <div class="actions">
            <button type="button" class="primary" onClick={commit}>
              Write
            </button>
            <button type="button" onClick={() => setReviewed(undefined)}>
              Back to the text
            </button>
            <span class="dim">The server has accepted it in a dry run.</span>
          </div>
        </>
      ) : (
        <>
          <YamlEditor key={base.metadata.resourceVersion} initialText={text} resource={resource} onChange={setText} />
          <div class="actions">
            <button type="button" class="primary" onClick={review}>
              Review
            </button>
            <button type="button" onClick={() => setQuery({ tab: undefined })}>
              Cancel
            </button>
            <span class="dim">
              Ctrl Space completes. Nothing is written before you have seen the result of a dry run.
            </span>
          </div>
        </>
      )}
    </div>
  );
}

function ConflictNotice({ base, latest, onRebase }: { base: KubeObject; latest: KubeObject; onRebase: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Notice tone="warn">
      The object has changed since you opened it{' '}
      {writersSince(base, latest).map((writer) => (
        <Chip key={writer}>{writer}</Chip>
      ))}
      : writing your version would undo that, so the server refuses it.
      <div class="actions">
        <button type="button" onClick={onRebase}>
          Apply my changes to the latest version
        </button>
        <button type="button" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'} what others changed
        </button>
      </div>
      {isOpen && <DiffView before={withoutNoise(base)} after={withoutNoise(latest)} />}
    </Notice>
  );
}

/** Managed fields are the server's: they would only be in the way. */
function editable(object: KubeObject): string {
  const { managedFields: _, ...metadata } = object.metadata;
  return toYaml(presentable({ ...object, metadata }));
}
