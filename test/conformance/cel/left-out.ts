/** Cases of cel-spec that are skipped, with the reason. The first matching rule applies. */
export interface LeftOut {
  /** `suite`, or `suite/section`, or `suite/section/case`. */
  readonly path?: string;
  /** Matches the expression. */
  readonly expression?: RegExp;
  /** Matches cases whose variables, functions or results are protobuf messages. */
  readonly needsProtobuf?: true;
  readonly reason: string;
}

const PROTOBUF = 'protobuf messages: Kubernetes has none in expressions';

export const LEFT_OUT: readonly LeftOut[] = [
  { path: 'proto2', reason: PROTOBUF },
  { path: 'proto3', reason: PROTOBUF },
  { path: 'proto2_ext', reason: `${PROTOBUF}, nor their extensions` },
  { path: 'enums', reason: `${PROTOBUF}, nor their enums` },
  { path: 'wrappers', reason: `${PROTOBUF}, nor wrappers of scalars` },
  { path: 'dynamic', reason: `${PROTOBUF}, nor wrappers of scalars` },
  {
    expression:
      /\b(TestAllTypes|NestedTestAllTypes|google\.protobuf\.(?!Timestamp\b(?!{)|Duration\b(?!{))\w+|GlobalEnum)\b/,
    reason: PROTOBUF,
  },
  { needsProtobuf: true, reason: PROTOBUF },
  {
    path: 'timestamps/duration_converters/get_milliseconds',
    reason: 'cel-go, and so Kubernetes, answers with the whole duration in milliseconds',
  },
  {
    path: 'type_deductions/legacy_nullable_types/null_assignable_to_abstract_parameter_candidate',
    reason: 'cel-go, and so Kubernetes, deduces another type',
  },
  ...['map_null_entry_no_such_key', 'map_present_key_invalid_field'].map((name) => ({
    path: `optionals/optionals/${name}`,
    reason: 'Kubernetes finds nothing in an optional value that has no fields',
  })),
  ...['indexof_out_of_range', 'lastindexof_out_of_range'].map((name) => ({
    path: `string_ext/value_errors/${name}`,
    reason: 'cel-go, and so Kubernetes, answers -1',
  })),
];

/** Cases that are skipped for Kubernetes' strings library, which is cel-go's version 2. */
export const OTHER_IN_KUBERNETES_STRINGS: readonly LeftOut[] = [
  'scientific notation formatting clause',
  'scientific notation formatting clause in a string variable',
  'default precision for scientific notation',
  'dyntype support for scientific notation',
  'NaN support for scientific notation',
  'positive infinity support for scientific notation',
  'negative infinity support for scientific notation',
  'NaN support for decimal',
  'positive infinity support for decimal',
  'negative infinity support for decimal',
  'positive infinity support for fixed-point',
  'negative infinity support for fixed-point',
  'list support for string',
  'map support for string',
  'map support (all key types)',
  'dyntype NaN/infinity support',
  'dyntype support for lists',
  'dyntype support for maps',
].map((name) => ({
  path: `string_ext/format/${name}`,
  reason: 'format() of version 2 writes it otherwise',
}));

/** Cases whose results are compared, but whose checked trees are not, with the reason. */
export const OTHER_TREES: readonly LeftOut[] = [
  { path: 'block_ext', reason: 'cel.block is nested bindings here and a node of its own in cel-go' },
  {
    expression: /^optional\.none\(\)\.optMap\(/,
    reason: 'cel-go copies the target, and checks the copy by itself; here both are one',
  },
];
