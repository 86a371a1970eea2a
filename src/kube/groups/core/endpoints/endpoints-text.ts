// Follows pkg/printers/internalversion/printers.go (v1.36)

import type { Endpoints } from '../../../../api/core/v1.js';
import { listWithMore } from '../../../printing/index.js';

/** The first addresses with their ports, and the number of others. */
export function endpointsText({ subsets = [] }: Endpoints): string {
  if (subsets.length === 0) return '<none>';
  const shown = subsets.flatMap(({ addresses = [], ports = [] }) =>
    ports.length === 0
      ? addresses.map(({ ip }) => ip)
      : ports.flatMap(({ port }) =>
          addresses.map(({ ip }) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)),
        ),
  );
  return shown.length === 0 ? '' : listWithMore(shown);
}
