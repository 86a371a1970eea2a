import { describe, expect, test } from 'vitest';
import {
  evaluateYielding,
  kubernetesEnvironment,
  LIST,
  MAP,
  STRING,
  stringsLibraryOf,
} from '../../src/apimachinery/cel/index.js';
import { measureSlowness } from '../support/machine-speed.js';
import { EventLoopMeter } from './event-loop-meter.js';
import { isFull, slack } from './full.js';

const environment = kubernetesEnvironment(Number.POSITIVE_INFINITY).extend({
  libraries: [stringsLibraryOf(3)],
  variables: { l: LIST, m: MAP, s: STRING },
});

/** `s`: a long text. */
const aboutTexts = [
  's.matches("^(a|b)*$")',
  's.matches("^(a|b)*a(a|b){14}$")',
  's.matches("(x?){500}[yz]")',
  's.find("b+$") == ""',
  's.findAll("[ab]+").size() > 0',
  's.findAll("a").size() > 0',
  's.split("").size() > 0',
  's.split("b").size()>0',
  's.split("",1000).size()>0',
  's.replace("b", "a").size() > 0',
  's.replace("", "a").size() > 0',
  's.lowerAscii() == s.upperAscii()',
  's.trim() == ""',
  'strings.quote(s) == ""',
  's.reverse() == s',
  's.lastIndexOf("ba") > 0',
  's.indexOf("bbbbbbb") > 0',
  's.indexOf("b", 1000000) > 0',
  'url("https://x/"+s).getHost() == ""',
  'isURL("https://x/"+s)',
  'isSemver("1.0.0-"+s)',
  'isSemver(s)',
  'isQuantity(s)',
  'isIP(s)',
  'cidr(s) == cidr(s)',
  'semver("1.0.0-"+s).major()==1',
  'quantity(s).isInteger()',
  'duration(s) == duration(s)',
  'timestamp(s) == timestamp(s)',
  'double(s)==1.0',
  'int(s)==1',
  'bytes(s).size()>0',
  'string(bytes(s)).size()>0',
  'format.dns1123Label().validate(s).hasValue()',
  'format.qualifiedName().validate(s).hasValue()',
  'format.uri().validate(s).hasValue()',
  'format.byte().validate(s).hasValue()',
  'format.date().validate(s).hasValue()',
  's.substring(1000000).size()>0',
  's.charAt(1000) == "a"',
  's < s + "a"',
  's == s + "a"',
  's.contains("aaaaaaaab")',
  's.startsWith("aa")',
  'size(s) > 0',
  'l.all(x, size(s) > 0)',
  'l.map(x, s + s).size() > 0',
  'l.map(x, s.upperAscii()).size() > 0',
  'l.all(x, isURL(s))',
  'l.all(x, s.charAt(1) == "a")',
  'l.all(x, s.matches("^(a|b)*$"))',
  'l.all(x, !isIP(s))',
  'l.all(x, s < s + "a")',
  'l.all(x, "%s %s".format([l, m]) != "")',
];

/** `l`: a list of many strings, `m`: a map of them. */
const aboutCollections = [
  'l.all(x, size(l) > 0)',
  'l.all(x, size(m) > 0)',
  'm.all(k, size(m) > 0)',
  'l.map(x, x + x).size() > 0',
  'l.filter(x, x != "").size() > 0',
  'l.exists(x, x == "")',
  'l.exists_one(x, x == "")',
  'l.all(x, l.all(y, l.all(z, true)))',
  'l.all(i, x, x != "")',
  'l.transformList(i, x, x).size() > 0',
  'm.transformMap(k, v, v).size() > 0',
  'm.transformMapEntry(k, v, {v + k: k}).size() > 0',
  'l.map(x, l).map(y, y + y).size() > 0',
  'l.all(x, l == l)',
  'l.all(x, l + l == l + l)',
  'l.all(x, m == m)',
  'l.all(x, x in l)',
  'l.all(x, x in m)',
  'l.all(x, sets.intersects(l, []))',
  'sets.intersects(l, l.map(x, x+"a"))',
  'sets.contains(l,l)',
  'l.all(x, timestamp("2020-01-01T00:00:00Z").getHours(x) > 0)',
  'l.all(x, double("1" + x) > 0.0)',
  'l.all(x, l.flatten().size() > 0)',
  'l.distinct().size() > 0',
  'l.sort().size() > 0',
  'l.sortBy(x, x).size() > 0',
  'l.reverse().size()>0',
  'l.isSorted()',
  'l.min() == ""',
  'l.join(",").size() > 0',
  'l.indexOf("zz") > 0',
  'l.slice(1, 10).size() > 0',
  'lists.range(100000).size()>0',
  'lists.range(300000).map(x, x).size()>0',
  'l.all(x, x.matches("(a|b|x)*[0-9](y?){300}[z1]") || true)',
  'l.map(x, [x,x]).flatten().size() > 0',
];

const mixed = (length: number) => {
  const units = Buffer.alloc(length);
  for (let at = 0; at < length; at++) units[at] = (Math.imul(at, 2654435761) >>> 16) & 1 ? 97 : 98;
  return units.toString('latin1');
};
const repeated = (part: string) => (length: number) => part.repeat(length / part.length);
const texts: Record<string, (length: number) => string> = {
  'two letters': mixed,
  escapes: repeated('%41'),
  backslashes: repeated('\\'),
  ...(isFull && {
    letters: repeated('a'),
    digits: repeated('1'),
    emoji: repeated('😀'),
    spaces: repeated(' '),
    versions: repeated('a.'),
    slashes: repeated('/'),
  }),
};
const length = isFull ? 3_000_000 : 750_000;
const size = isFull ? 98_000 : 24_000;

/** As for requests: see expect-scales.ts. */
const maxStretch = 50;
const attempts = 6;

const l = Array.from({ length: size }, (_, index) => `x${index}`);
const m = Object.fromEntries(l.map((name) => [name, name]));

describe('no expression blocks the event loop, whatever it does with', () => {
  describe.each(Object.entries(texts))('a text of %s:', (_name, make) => {
    test.each(aboutTexts)('%s', (expression) => expectShortStretches(expression, make(length)));
  });

  describe('collections:', () => {
    test.each(aboutCollections)('%s', (expression) => expectShortStretches(expression, 'abc'));
  });
});

async function expectShortStretches(expression: string, s: string): Promise<void> {
  const program = environment.compile(expression);
  let shortest = Number.POSITIVE_INFINITY;
  // The first ones include compilation.
  for (let attempt = 0; attempt < attempts && shortest >= maxStretch; attempt++) {
    const before = measureSlowness();
    const meter = new EventLoopMeter();
    await evaluateYielding(program, { l, m, s }).catch(() => undefined);
    const longest = await meter.stop();
    shortest = Math.min(shortest, longest / Math.max(before.cpu, measureSlowness().cpu));
  }
  expect(shortest).toBeLessThan(slack * maxStretch);
}
