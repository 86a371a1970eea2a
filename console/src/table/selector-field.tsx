import { useLayoutEffect, useRef } from 'preact/hooks';

export interface SelectorFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly onCommit: (text: string) => void;
}

/** A text that takes effect with Enter, or when the field is left: the server evaluates it. */
export function SelectorField({ label, value, placeholder, onCommit }: SelectorFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  // What is being typed belongs to the user.
  useLayoutEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = value;
  }, [value]);
  return (
    <input
      ref={input}
      aria-label={`${label} selector`}
      class="selector"
      placeholder={`${label}: ${placeholder}`}
      defaultValue={value}
      onChange={(event) => onCommit(event.currentTarget.value.trim())}
      onKeyDown={(event) => event.key === 'Enter' && onCommit(event.currentTarget.value.trim())}
    />
  );
}
