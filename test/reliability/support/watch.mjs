// Watches as clients use them: a stream of events that ends, and is reopened.

/** The events of one watch, as an async iterable; it ends with the stream, cleanly or not. */
export async function* watchEvents(client, path, { signal, onOpen } = {}) {
  const opened = await client.open(path, { signal });
  if (opened.status !== 200) throw new WatchRefusedError(opened.status, await readAll(opened.response));
  onOpen?.(opened);
  let rest = '';
  try {
    opened.response.setEncoding('utf8');
    for await (const chunk of opened.response) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop();
      for (const line of lines) if (line !== '') yield JSON.parse(line);
    }
  } catch (error) {
    if (!isBroken(error)) throw error;
  } finally {
    opened.request.destroy();
  }
}

export class WatchRefusedError extends Error {
  constructor(status, text) {
    super(`the watch was answered with ${status}: ${text.slice(0, 300)}`);
    this.status = status;
  }
}

/** Whether the connection was broken, by either side. */
export function isBroken(error) {
  return /ECONN|EPIPE|aborted|socket|cut off|timeout|ABORT/i.test(`${error.code} ${error.message} ${error.name}`);
}

async function readAll(response) {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return text;
}

/** The parts of an event that tests compare. */
export function summary({ type, object }) {
  const { name, namespace, resourceVersion, annotations } = object.metadata ?? {};
  return { type, name, namespace, revision: Number(resourceVersion), annotations, code: object.code };
}
