import { isJsonObject, type JsonValue, setOwn } from '../../apimachinery/meta/index.js';
import { ShapeError } from '../../server/registry/index.js';
import { type Expression, typeFacts } from './facts.js';
import { goTypeName } from './go-type-name.js';
import { amountShaper, scalarShaper, specialShapers } from './scalar-shapers.js';
import { missingMember, type Shaper } from './shaper.js';
import { StructShaper } from './struct-shaper.js';

const compiled = new Map<string, Shaper>();

/** Returns the cached shaper of a type. */
export function shaperOf(name: string): Shaper {
  let shaper = compiled.get(name);
  if (shaper === undefined) {
    shaper = makeShaper(name);
    compiled.set(name, shaper);
  }
  return shaper;
}

/** Resource lists, whose quantities are rounded to a thousandth. */
const amounts = 'core/v1.ResourceList';

function makeShaper(name: string): Shaper {
  const facts = typeFacts(name);
  switch (facts.form) {
    case 'struct':
      return new StructShaper(facts, compileExpression);
    case 'named': {
      const goName = goTypeName({ form: 'name', name });
      return name === amounts ? mapShaper(amountShaper, goName) : compileExpression(facts.type, goName);
    }
    case 'special':
      return specialShapers[name] ?? schemaOr(name);
  }
}

function compileExpression(type: Expression, goName = goTypeName(type)): Shaper {
  switch (type.form) {
    case 'scalar':
      return scalarShaper(type.scalar, goName);
    case 'pointer':
      return pointerShaper(compileExpression(type.of));
    case 'list':
      return listShaper(compileExpression(type.of), goName);
    case 'map':
      return mapShaper(compileExpression(type.of), goName);
    case 'name':
      return shaperOf(type.name);
  }
}

/** A pointer is empty if it is nil, not if it points to an empty value. */
function pointerShaper(target: Shaper): Shaper {
  return {
    shape: (value, run) => target.shape(value, run),
    zero: () => null,
    empty: 'absent',
    isContainer: target.isContainer,
  };
}

function listShaper(item: Shaper, goName: string): Shaper {
  return {
    shape(value, run) {
      if (!Array.isArray(value)) throw run.mismatch({ value, goType: goName, form: 'slice' });
      for (let index = 0; index < value.length; index++) {
        const given = value[index] as JsonValue;
        if (given === null) {
          value[index] = missingMember(item);
          continue;
        }
        if (item.isContainer) run.enterItem(index);
        const shaped = item.shape(given, run);
        if (shaped !== given) value[index] = shaped;
        if (item.isContainer) run.leaveItem();
      }
      return value;
    },
    zero: () => null,
    empty: 'list',
    isContainer: true,
  };
}

function mapShaper(item: Shaper, goName: string): Shaper {
  return {
    shape(value, run) {
      if (!isJsonObject(value)) throw run.mismatch({ value, goType: goName, form: 'map' });
      for (const key in value) {
        const given = value[key] as JsonValue;
        if (given === null) {
          setOwn(value, key, missingMember(item));
          continue;
        }
        if (item.isContainer) run.enterItem(key);
        const shaped = item.shape(given, run);
        if (shaped !== given) setOwn(value, key, shaped);
        if (item.isContainer) run.leaveItem();
      }
      return value;
    },
    zero: () => null,
    empty: 'map',
    isContainer: true,
  };
}

const schema = 'apiextensions/v1.JSONSchemaProps';

/** The union types of CustomResourceDefinitions that contain a schema or something else. */
function schemaOr(name: string): Shaper {
  const shapeSchema: Shaper['shape'] = (value, run) => shaperOf(schema).shape(value, run);
  const listOf = name === 'apiextensions/v1.JSONSchemaPropsOrArray' ? schema : undefined;
  const list = (): Shaper =>
    compileExpression({
      form: 'list',
      of: listOf === undefined ? { form: 'scalar', scalar: 'string' } : { form: 'name', name: listOf },
    });
  const allowsBoolean = name === 'apiextensions/v1.JSONSchemaPropsOrBool';
  return {
    shape(value, run) {
      if (isJsonObject(value)) return shapeSchema(value, run);
      if (allowsBoolean && typeof value !== 'boolean') throw new ShapeError('boolean or JSON schema expected');
      if (allowsBoolean) return value;
      return Array.isArray(value) && value.length > 0 ? list().shape(value, run) : null;
    },
    zero: () => (allowsBoolean ? false : null),
    empty: 'never',
    isContainer: true,
  };
}
