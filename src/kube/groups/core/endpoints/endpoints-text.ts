import type { JsonObject } from '../../../../apimachinery/meta/index.js';
import { listWithMore } from '../../../printing/index.js';
import { subsetsOf } from './subsets.js';

/** The first addresses with their ports, and the number of others. */
export function endpointsText(endpoints: JsonObject): string {
  const subsets = subsetsOf(endpoints);
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
