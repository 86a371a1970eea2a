// Follows staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go (v1.36)
import type { Device, DeviceAttribute, DeviceSelector } from '../../../api/resource/v1.js';
import {
  bindingsLibrary,
  type CelEnvironment,
  CelQuantity,
  type CelValue,
  DYN,
  EntryMap,
  kubernetesEnvironment,
  STRING,
} from '../../../apimachinery/cel/index.js';
import { Quantity } from '../../../apimachinery/validation/index.js';

let environments: { readonly device: CelEnvironment; readonly version: CelEnvironment } | undefined;

function environment(): NonNullable<typeof environments> {
  environments ??= {
    device: kubernetesEnvironment().extend({ libraries: [bindingsLibrary], variables: { device: DYN } }),
    version: kubernetesEnvironment().extend({ variables: { text: STRING } }),
  };
  return environments;
}

/** Names without a domain are in that of the driver. Domains that a device does not have are empty. */
class Domains extends EntryMap {
  override get(key: CelValue): CelValue {
    return super.get(key) ?? new EntryMap();
  }
}

function byDomain(driver: string, values: Readonly<Record<string, CelValue>>): Domains {
  const domains = new Domains();
  const found = new Map<string, EntryMap>();
  for (const [name, value] of Object.entries(values)) {
    const slash = name.indexOf('/');
    const domain = slash < 0 ? driver : name.slice(0, slash);
    let map = found.get(domain);
    if (!map) {
      map = new EntryMap();
      found.set(domain, map);
      domains.add(domain, map);
    }
    map.add(name.slice(slash + 1), value);
  }
  return domains;
}

function attributeValue({ int, bool, string, version }: DeviceAttribute): CelValue {
  if (version !== undefined) return environment().version.compile('semver(text)').evaluate({ text: version });
  return int ?? bool ?? string ?? null;
}

function mapped<From>(
  values: Readonly<Record<string, From>>,
  map: (value: From) => CelValue,
): Record<string, CelValue> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

/** The variable `device` of selectors. */
export function deviceValue(driver: string, device: Device): CelValue {
  const { attributes = {}, capacity = {}, allowMultipleAllocations = false } = device;
  return new EntryMap()
    .add('driver', driver)
    .add('attributes', byDomain(driver, mapped(attributes, attributeValue)))
    .add(
      'capacity',
      byDomain(
        driver,
        mapped(capacity, ({ value }) => new CelQuantity(Quantity.fromJson(value))),
      ),
    )
    .add('allowMultipleAllocations', allowMultipleAllocations);
}

/** An expression that fails, for example because a device has no such attribute, selects nothing. */
export function isSelected(device: CelValue, selectors: readonly DeviceSelector[] = []): boolean {
  return selectors.every(({ cel }) => {
    try {
      return cel === undefined || environment().device.compile(cel.expression).evaluate({ device }) === true;
    } catch {
      return false;
    }
  });
}
