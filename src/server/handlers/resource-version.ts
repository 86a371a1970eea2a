import { invalid } from '../../apimachinery/status/index.js';
import { FieldPath, invalidValue } from '../../apimachinery/validation/index.js';
import type { Revision } from '../../storage/index.js';

const maxRevision = 0xffff_ffff_ffff_ffffn;

/** The revision that a client names; 0 stands for any. Throws `invalid`. */
export function parseResourceVersion(text: string): Revision {
  const revision = /^\d{1,20}$/.test(text) ? BigInt(text) : undefined;
  if (revision !== undefined && revision <= maxRevision) return revision;
  const detail = `strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`;
  const errors = [invalidValue(FieldPath.of('resourceVersion'), text, detail)];
  throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', errors);
}
