import { createHash } from 'node:crypto';

/** A label value that identifies content without revealing it. */
export function hashLabel(text: string): string {
  return text === '' ? '' : `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
