// Follows staging/src/k8s.io/component-base/featuregate/feature_gate.go (v1.36)

const positions = new Map(
  Object.entries({ true: ['1', 't', 'T', 'TRUE', 'true', 'True'], false: ['0', 'f', 'F', 'FALSE', 'false', 'False'] }) //
    .flatMap(([value, texts]) => texts.map((text) => [text, value === 'true'] as const)),
);

/** Parses `Name=true` pairs; later ones take precedence. Throws an Error that states the problem. */
export function parseFeatureSettings(pairs: readonly string[]): Map<string, boolean> {
  return new Map(pairs.filter((pair) => pair !== '').map(parseSetting));
}

function parseSetting(pair: string): [string, boolean] {
  const equals = pair.indexOf('=');
  if (equals < 0) throw new Error(`missing bool value for ${pair.trim()}`);
  const [name, text] = [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
  const position = positions.get(text);
  if (position !== undefined) return [name, position];
  const problem = `strconv.ParseBool: parsing ${JSON.stringify(text)}: invalid syntax`;
  throw new Error(`invalid value of ${name}=${text}, err: ${problem}`);
}
