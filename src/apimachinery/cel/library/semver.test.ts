import { describe, expect, test } from 'vitest';
import { storedExpressionsEnvironment } from '../index.js';

const environment = storedExpressionsEnvironment();
const evaluate = (source: string) => environment.compileUncached(source).evaluate({});

describe('expressions that hold', () => {
  test.each([
    `isSemver('1.0.0') && isSemver('0.1.0-alpha.1+build.5') && isSemver('1.2.3-x-y')`,
    `!isSemver('v1.0.0') && !isSemver('1.0') && !isSemver('hello') && !isSemver('01.0.0') && !isSemver('')`,
    `isSemver('v1.0', true) && isSemver('1', true) && isSemver('01.01.01', true) && !isSemver('v1.0', false)`,
    `!isSemver('1-alpha', true) && !isSemver('x', true) && !isSemver('', true)`,
    `semver('v01.2', true) == semver('1.2.0') && semver('0.0.00', true) == semver('0.0.0')`,
    `semver('1.2.03-rc.1', true) == semver('1.2.3-rc.1')`,
    `semver('1.2.3+a') == semver('1.2.3+b')`,
    `semver('1.2.3').major() == 1 && semver('1.2.3').minor() == 2 && semver('1.2.3').patch() == 3`,
    `semver('18446744073709551615.0.0').major() == -1`,
    `semver('1.2.3').isLessThan(semver('1.10.0')) && semver('2.0.0').isGreaterThan(semver('1.99.99'))`,
    `semver('1.0.0-alpha').isLessThan(semver('1.0.0')) && semver('1.0.0').isGreaterThan(semver('1.0.0-rc.1'))`,
    `['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1', '1.0.0']
       .all(i, v, i == 0 || semver(v).compareTo(semver('1.0.0-alpha')) == 1)`,
    `semver('1.0.0-beta.2').compareTo(semver('1.0.0-beta.11')) == -1`,
    `semver('1.0.0-1').compareTo(semver('1.0.0-a')) == -1 && semver('1.0.0-b').compareTo(semver('1.0.0-a')) == 1`,
    `semver('1.2.3').compareTo(semver('1.2.3')) == 0`,
  ])('%s', (source) => expect(evaluate(source)).toBe(true));
});

describe('expressions that fail', () => {
  test.each([
    [`semver('')`, 'Version string empty'],
    [`semver('1.0')`, 'No Major.Minor.Patch elements found'],
    [`semver('v1.0.0')`, 'Invalid character(s) found in major number "v1"'],
    [`semver('1.x.0')`, 'Invalid character(s) found in minor number "x"'],
    [`semver('1.0.x')`, 'Invalid character(s) found in patch number "x"'],
    [`semver('01.0.0')`, 'Major number must not contain leading zeroes "01"'],
    [`semver('1.0.00')`, 'Patch number must not contain leading zeroes "00"'],
    [`semver('1..0')`, 'strconv.ParseUint: parsing "": invalid syntax'],
    [`semver('99999999999999999999.0.0')`, 'strconv.ParseUint: parsing "99999999999999999999": value out of range'],
    [`semver('1.0.0-')`, 'Prerelease is empty'],
    [`semver('1.0.0-01')`, 'Numeric PreRelease version must not contain leading zeroes "01"'],
    [`semver('1.0.0-a_b')`, 'Invalid character(s) found in prerelease "a_b"'],
    [`semver('1.0.0+')`, 'Build meta data is empty'],
    [`semver('1.0.0+a_b')`, 'Invalid character(s) found in build meta data "a_b"'],
    [`semver('1.0-alpha', true)`, 'short version cannot contain PreRelease/Build meta data'],
  ])('%s: %s', (source, message) => expect(() => evaluate(source)).toThrow(message));
});
