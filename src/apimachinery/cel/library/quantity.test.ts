import { describe, expect, test } from 'vitest';
import { storedExpressionsEnvironment } from '../index.js';

const environment = storedExpressionsEnvironment();
const evaluate = (source: string) => environment.compileUncached(source).evaluate({});

describe('expressions that hold', () => {
  test.each([
    `isQuantity('20') && isQuantity('20Mi') && isQuantity('1.3G') && isQuantity('10000k')`,
    `!isQuantity('200K') && !isQuantity('Three') && !isQuantity('1,3G') && !isQuantity('')`,
    `quantity('12Mi') == quantity('12582912') && quantity('0.2G') == quantity('200M')`,
    `quantity('50k').isInteger() && quantity('50000000G').isInteger() && !quantity('1.5').isInteger()`,
    `!quantity('9999999999999999999999999999999999999G').isInteger()`,
    `quantity('50k').asInteger() == 50000 && quantity('-5').asInteger() == -5`,
    `quantity('999999999999999999').asInteger() == 999999999999999999`,
    `quantity('50.703k').sub(20000).asApproximateFloat() == 30703.0`,
    `quantity('1e400').asApproximateFloat() == double('Inf')`,
    `sign(quantity('50k')) == 1 && sign(quantity('-1m')) == -1 && sign(quantity('0')) == 0`,
    `quantity('50k').add(quantity('20k')) == quantity('70k') && quantity('50k').add(20) == quantity('50020')`,
    `quantity('50k').sub(quantity('20k')) == quantity('30k') && quantity('50k').sub(20000) == quantity('30k')`,
    `quantity('50k').add(20).sub(quantity('100k')).sub(-50000) == quantity('20')`,
    `quantity('200M').compareTo(quantity('0.2G')) == 0 && quantity('50M').compareTo(quantity('50Mi')) == -1`,
    `quantity('50Mi').compareTo(quantity('50M')) == 1`,
    `quantity('150Mi').isGreaterThan(quantity('100Mi')) && !quantity('50Mi').isGreaterThan(quantity('100Mi'))`,
    `quantity('50M').isLessThan(quantity('100M')) && !quantity('100M').isLessThan(quantity('100M'))`,
    `[quantity('1'), quantity('1000m')].distinct().size() == 1`,
  ])('%s', (source) => expect(evaluate(source)).toBe(true));
});

describe('expressions that fail', () => {
  test.each([
    [`quantity('10mm')`, "unable to parse quantity's suffix"],
    [`quantity('')`, 'quantities must match the regular expression'],
    [`quantity('10 Mi')`, 'quantities must match the regular expression'],
    [`quantity('1.5').asInteger()`, 'cannot convert value to integer'],
    [`quantity('9999999999999999999999999999999999999G').asInteger()`, 'cannot convert value to integer'],
    [`quantity('1e1000000').add(1)`, 'quantities too far apart'],
  ])('%s: %s', (source, message) => expect(() => evaluate(source)).toThrow(message));
});

describe('expressions that do not compile', () => {
  test.each([
    [`quantity(1)`, "found no matching overload for 'quantity' applied to '(int)'"],
    [`quantity('1') == 1`, "found no matching overload for '_==_' applied to '(kubernetes.Quantity, int)'"],
    [`quantity('1').sign()`, "found no matching overload for 'sign' applied to 'kubernetes.Quantity.()'"],
    [`quantity('1') < quantity('2')`, "found no matching overload for '_<_'"],
  ])('%s: %s', (source, message) => expect(() => evaluate(source)).toThrow(message));
});
