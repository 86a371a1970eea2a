import type { Filter } from './filter.js';

/** As many bytes of warnings as clients can be expected to take. */
const maxWarningBytes = 4096;

/** Tells the client what was noticed on the way, in Warning headers. */
export function sendWarnings(): Filter {
  return async (context, next) => {
    const response = await next();
    if (context.warnings.length === 0) return response;
    const warnings: string[] = [];
    let bytes = 0;
    for (const text of context.warnings) {
      const header = `299 - "${escapeQuoted(text)}"`;
      bytes += Buffer.byteLength(header);
      if (bytes <= maxWarningBytes) warnings.push(header);
    }
    return { ...response, headers: { ...response.headers, warning: warnings } };
  };
}

function escapeQuoted(text: string): string {
  return text.replace(/[\\"]/g, '\\$&').replace(/[\0-\x1f\x7f]/g, ' ');
}
