import type { KnownKinds } from '../../server/dialect/index.js';

/**
 * Upstream decodes the results of admission, and scales, with the scheme of the built-in kinds; it has no custom ones.
 */
export const registeredNowhere: KnownKinds = {
  schemeName: 'pkg/api/legacyscheme/scheme.go:30',
  internalTypeOf: () => undefined,
};
