// Follows staging/src/k8s.io/streaming/pkg/httpstream/spdy/roundtripper.go (v1.36)

import type { IncomingMessage } from 'node:http';

/** Maximum length of an error response to read. */
const maxBytes = 64 * 1024;

/** Returns why a server refused an upgrade. */
export async function refusalText(response: IncomingMessage): Promise<string> {
  const text = (await readText(response, maxBytes)).trim();
  return messageIn(text) || text || 'empty server response';
}

/** Reads at most `limitBytes` of a response; the rest is discarded. */
export async function readText(response: IncomingMessage, limitBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= limitBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, limitBytes).toString();
}

function messageIn(text: string): string {
  try {
    const { message, error } = JSON.parse(text) as { message?: unknown; error?: unknown };
    return [message, error].map((each) => (typeof each === 'string' ? each.trim() : '')).find(Boolean) ?? '';
  } catch {
    return '';
  }
}
