import { describe, expect, test } from 'vitest';
import { storedExpressionsEnvironment } from '../index.js';

const environment = storedExpressionsEnvironment();
const evaluate = (source: string) => environment.compileUncached(source).evaluate({});

describe('expressions that hold', () => {
  test.each([
    `isURL('https://user:pass@example.com:80/path?query=val#fragment') && isURL('/absolute-path') && isURL('*')`,
    `!isURL('https://a:b:c/') && !isURL('../relative-path') && !isURL('') && !isURL(':foo') && !isURL('a b')`,
    `!isURL('http://exa mple.com/') && !isURL('http://[::1') && !isURL('/%zz') && !isURL('http://a/\\x7f')`,
    `isURL('mailto:someone@example.com') && isURL('https://[fe80::1%25en0]:8080/') && isURL('http://ex%C3%A4mple/')`,
    `url('/path').getScheme() == '' && url('HTTPS://example.com/').getScheme() == 'https'`,
    `url('https://example.com:80/').getHost() == 'example.com:80'`,
    `url('https://example.com/').getHost() == 'example.com' && url('/path').getHost() == ''`,
    `url('https://[::1]:80/').getHost() == '[::1]:80' && url('https://[::1]/').getHost() == '[::1]'`,
    `url('https://127.0.0.1:80/').getHostname() == '127.0.0.1' && url('/path').getHostname() == ''`,
    `url('https://[::1]:80/').getHostname() == '::1' && url('https://[::1]/').getHostname() == '::1'`,
    `url('https://example.com:80/').getPort() == '80' && url('https://[::1]/').getPort() == ''`,
    `url('https://example.com:/').getPort() == '' && url('https://example.com:/').getHostname() == 'example.com'`,
    `url('https://example.com/path').getEscapedPath() == '/path' && url('https://example.com').getEscapedPath() == ''`,
    `url('https://example.com/with space!/ü').getEscapedPath() == '/with%20space%21/%C3%BC'`,
    `url('/a%2Fb!').getEscapedPath() == '/a%2Fb!' && url('*').getEscapedPath() == '*'`,
    `url('https://a/p?k1=a&k2=b&k2=c').getQuery() == {'k1': ['a'], 'k2': ['b', 'c']}`,
    `url('https://a/p?key with spaces=value+with%20spaces').getQuery() == {'key with spaces': ['value with spaces']}`,
    `url('https://a/p?').getQuery() == {} && url('https://a/p').getQuery() == {}`,
    `url('https://a/p?x=%zz&y;z=1&&=e&ok').getQuery() == {'': ['e'], 'ok': ['']}`,
    `url('https://a/p?a=1#b?c').getQuery() == {'a': ['1']}`,
    `url('https://a/p?__proto__=1').getQuery()['__proto__'] == ['1']`,
    `url('https://a/p') == url('HTTPS://a/p') && url('https://a/p') != url('https://a/p?')`,
    `url('https://u:p@a/') != url('https://u@a/') && url('https://a/#x') != url('https://a/')`,
    `url('mailto:x@y') == url('mailto:x@y') && url('/a b') == url('/a%20b')`,
  ])('%s', (source) => expect(evaluate(source)).toBe(true));
});

describe('expressions that fail', () => {
  const head = 'URL parse error during conversion from string: parse ';
  test.each([
    [`url('')`, `${head}"": empty url`],
    [`url('../relative-path')`, `${head}"../relative-path": invalid URI for request`],
    [`url('https://a:b/')`, `${head}"https://a:b/": invalid port ":b" after host`],
    [`url('https://a:1:2/')`, `invalid port ":1:2" after host`],
    [`url('https://a b/')`, `invalid character " " in host name`],
    [`url('https://a%20b/')`, `invalid URL escape "%20"`],
    [`url('/%2')`, `${head}"/%2": invalid URL escape "%2"`],
    [`url('/%zz')`, `invalid URL escape "%zz"`],
    [`url(':a')`, 'missing protocol scheme'],
    [`url('https://[::1')`, "missing ']' in host"],
    [`url('https://[::1]x/')`, 'invalid port "x" after host'],
    [`url('https://x[::1]/')`, 'invalid IP-literal'],
    [`url('https://[1.2.3.4]/')`, 'invalid IP-literal'],
    [`url('https://[nonsense]/')`, 'invalid host: ParseAddr("nonsense"): unable to parse IP'],
    [`url('https://a<b@c/')`, 'net/url: invalid userinfo'],
    [`url('/a\\nb')`, 'net/url: invalid control character in URL'],
    [`url('/a#%zz')`, 'invalid URL escape "%zz"'],
  ])('%s: %s', (source, message) => expect(() => evaluate(source)).toThrow(message));
});
