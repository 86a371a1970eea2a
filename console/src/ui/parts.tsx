import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ApiError, messageOf } from '../api/client.ts';
import { now } from './clock.ts';
import { age } from './format.ts';
import { Icon } from './icon.tsx';

export function Age({ time }: { time: string | undefined }) {
  const at = Date.parse(time ?? '');
  if (Number.isNaN(at)) return <span>–</span>;
  return (
    <time dateTime={time} title={new Date(at).toLocaleString()}>
      {age(now.value - at)}
    </time>
  );
}

/** What the server said; a lack of permission is not an error, and is shown as what it is. */
export function Problem({ error }: { error: unknown }) {
  const code = error instanceof ApiError ? error.code : 0;
  return (
    <Notice tone={code === 403 ? 'forbidden' : 'bad'}>
      {code === 403 ? `Forbidden. ${messageOf(error)}` : messageOf(error)}
    </Notice>
  );
}

export type Tone = 'good' | 'bad' | 'warn' | 'forbidden' | 'info';

export function Notice({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return (
    <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}

/** A page without anything to show: what is missing, and what can be done about it. */
export function EmptyPage({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty-page">
      <Icon name="empty" />
      <p>{title}</p>
      {children}
    </div>
  );
}

/** A page that does not exist. */
export function Missing({ children }: { children: ComponentChildren }) {
  return (
    <div class="page">
      <Notice tone="bad">{children}</Notice>
      <p>
        <a href="#/">Show the namespaces</a>, choose a resource at the left, or search for one with <kbd>Ctrl K</kbd>.
      </p>
    </div>
  );
}

export function Loading() {
  return (
    <p class="loading" role="status">
      Loading…
    </p>
  );
}

export function Chip({ tone, children }: { tone?: Tone | undefined; children: ComponentChildren }) {
  return <span class={`chip ${tone ?? ''}`}>{children}</span>;
}

export function Section({
  title,
  children,
  actions,
}: {
  title: string;
  children: ComponentChildren;
  actions?: ComponentChildren;
}) {
  return (
    <section class="section">
      <header>
        <h2>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}

/** A modal dialog; Esc and a click outside close it. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    element.current?.showModal();
    // The button to close it is the first, but not what one wants to do.
    if (document.activeElement?.getAttribute('aria-label') === 'Close') element.current?.focus();
  }, []);
  return (
    <dialog
      ref={element}
      tabIndex={-1}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <div class="dialog">
        <header>
          <h2>{title}</h2>
          <button type="button" class="plain" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

export function Facts({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
