import { useState } from 'preact/hooks';
import { type KubeObject, write } from '../api/client.ts';
import { pathOf, type Resource } from '../api/discovery.ts';
import { Dialog, Problem } from '../ui/parts.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

type Open = 'none' | 'scale' | 'restart' | 'delete';

/** What can be done with an object, as far as its resource supports it. */
export function Actions({ resource, object, onEdit }: { resource: Resource; object: KubeObject; onEdit: () => void }) {
  const [open, setOpen] = useState<Open>('none');
  const close = () => setOpen('none');
  const { verbs, subresources, group, name } = resource;
  const canRestart = group === 'apps' && ['deployments', 'daemonsets', 'statefulsets'].includes(name);
  return (
    <div class="tools">
      {verbs.has('update') && (
        <button type="button" onClick={onEdit}>
          Edit
        </button>
      )}
      {subresources.has('scale') && (
        <button type="button" onClick={() => setOpen('scale')}>
          Scale
        </button>
      )}
      {canRestart && (
        <button type="button" onClick={() => setOpen('restart')}>
          Restart
        </button>
      )}
      {verbs.has('delete') && (
        <button type="button" class="danger" onClick={() => setOpen('delete')}>
          Delete
        </button>
      )}
      {open === 'scale' && <ScaleDialog resource={resource} object={object} onClose={close} />}
      {open === 'restart' && <RestartDialog resource={resource} object={object} onClose={close} />}
      {open === 'delete' && <DeleteDialog resource={resource} object={object} onClose={close} />}
    </div>
  );
}

interface DialogProps {
  readonly resource: Resource;
  readonly object: KubeObject;
  readonly onClose: () => void;
}

const mergePatch = 'application/merge-patch+json';

function useWrite(onDone: () => void): {
  error: unknown;
  isBusy: boolean;
  run: (work: () => Promise<unknown>) => void;
} {
  const [error, setError] = useState<unknown>(undefined);
  const [isBusy, setBusy] = useState(false);
  const run = (work: () => Promise<unknown>) => {
    setBusy(true);
    work()
      .then(onDone, setError)
      .finally(() => setBusy(false));
  };
  return { error, isBusy, run };
}

function ScaleDialog({ resource, object, onClose }: DialogProps) {
  const current = (object as { spec?: { replicas?: number } }).spec?.replicas ?? 1;
  const [replicas, setReplicas] = useState(String(current));
  const { error, isBusy, run } = useWrite(onClose);
  const isValid = /^\d{1,6}$/.test(replicas);
  const scale = () =>
    run(() =>
      write('PATCH', pathOf(resource, { ...object.metadata, subresource: 'scale' }), {
        body: { spec: { replicas: Number(replicas) } },
        contentType: mergePatch,
      }),
    );
  return (
    <Dialog title={`Scale ${object.metadata.name}`} onClose={onClose}>
      <label>
        Replicas{' '}
        <input
          type="number"
          min="0"
          value={replicas}
          autofocus
          onInput={(event) => setReplicas(event.currentTarget.value)}
        />
      </label>{' '}
      <span class="dim">now {current}</span>
      {error !== undefined && <Problem error={error} />}
      <footer>
        <button type="button" class="primary" disabled={!isValid || isBusy} onClick={scale}>
          Scale
        </button>
      </footer>
    </Dialog>
  );
}

function RestartDialog({ resource, object, onClose }: DialogProps) {
  const { error, isBusy, run } = useWrite(onClose);
  const restart = () => {
    const annotations = { 'kubectl.kubernetes.io/restartedAt': new Date().toISOString() };
    run(() =>
      write('PATCH', pathOf(resource, object.metadata), {
        body: { spec: { template: { metadata: { annotations } } } },
        contentType: mergePatch,
      }),
    );
  };
  return (
    <Dialog title={`Restart ${object.metadata.name}`} onClose={onClose}>
      <p>
        Its pods are replaced one after another, by an annotation of its template, as with{' '}
        <code>kubectl rollout restart</code>.
      </p>
      {error !== undefined && <Problem error={error} />}
      <footer>
        <button type="button" class="primary" disabled={isBusy} onClick={restart}>
          Restart
        </button>
      </footer>
    </Dialog>
  );
}
