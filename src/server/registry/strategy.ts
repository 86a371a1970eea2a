import type { DeleteOptions, JsonObject, Preconditions } from '../../apimachinery/meta/index.js';
import type { FieldError, NameRule } from '../../apimachinery/validation/index.js';
import type { UserInfo } from '../request-context.js';

/** The part of a request that strategies may use. */
export interface StrategyContext {
  readonly namespace: string;
  readonly user: string;
  /** Unset for writes by the server itself. */
  readonly userInfo?: UserInfo;
  readonly dryRun: boolean;
}

/** The part of a request that the store needs. */
export interface WriteContext extends StrategyContext {
  warn(message: string): void;
}

/** Two states of one object, both in the working version. */
export interface Replacement {
  readonly object: JsonObject;
  readonly old: JsonObject;
}

/** Grace period of a deletion; 0 deletes immediately. */
export interface Grace {
  readonly seconds: number;
}

/** A resource that an object has allocated, such as an IP address. */
export interface Reservation {
  /** Called after the object was stored: the allocation becomes permanent. */
  keep?(): void | Promise<void>;
  /** Called if the object was not stored. */
  release(): void | Promise<void>;
}

/**
 * Repeated metadata validation by a resource's own validation, in addition to the generic one: upstream reports an
 * error each time it validates.
 */
export interface MetadataChecks {
  /** How often an update is validated like a new object. Unset: never. */
  readonly asNew?: number;
  /** How often it is validated as an update. Unset: once. */
  readonly asChange?: number;
  /**
   * Order of errors: those of a new object including its metadata, those of the update, or all metadata errors first.
   * Unset: new first.
   */
  readonly order?: 'new first' | 'change first' | 'metadata first';
  /** Returns errors of a finalizer name beyond its syntax. */
  readonly finalizerRule?: (name: string) => readonly string[];
}

/**
 * The resource-specific rules. Objects are in the working version, decoded, with defaults; `prepare…` functions modify
 * `object` in place and never `old`. Functions are optional.
 */
export interface Strategy {
  /** Valid names of objects. Unset: DNS subdomains. */
  readonly nameRule?: NameRule;
  readonly metadataChecks?: MetadataChecks;
  /** Updating a missing object, or this subresource of it, creates the object. */
  readonly allowCreateOnUpdate?: boolean;
  /** Applying to this subresource creates a missing object, as applying to the main resource does. */
  readonly createsOnApply?: boolean;
  /** Whether objects may be updated without a resourceVersion. Unset: true. */
  readonly allowUnconditionalUpdate?: boolean;
  /**
   * Propagation policy of deletions that set none. Unset: left to the garbage collector. `Unsupported`: objects have no
   * dependents, whatever the options say.
   */
  readonly defaultPropagation?: 'Background' | 'Orphan' | 'Unsupported';
  /** Deletions return the last state of the object, not a Status. */
  readonly returnsDeletedObject?: boolean;
  /** The only field that is validated against the schema, as upstream does for the status of custom resources. */
  readonly validatedField?: string;
  /** Paths, such as `status`, that `prepareForUpdate` resets: they cannot be owned through this endpoint. */
  readonly resetFields?: readonly string[];
  /**
   * Allocates what an object needs and sets it in the object, before preparation and validation. `old` is undefined for
   * a new object. Must not allocate permanently in a dry run.
   */
  reserve?(
    change: { readonly object: JsonObject; readonly old: JsonObject | undefined },
    context: StrategyContext,
  ): Promise<Reservation | undefined>;
  /** Called after an object was removed, to release its allocations. */
  afterDelete?(object: JsonObject, context: StrategyContext): Promise<void>;
  /** Resets fields that clients may not set, such as status and generation. */
  prepareForCreate?(object: JsonObject, context: WriteContext): void;
  /** Resets fields that clients may not change through this endpoint. */
  prepareForUpdate?(change: Replacement, context: StrategyContext): void;
  validate?(object: JsonObject, context: StrategyContext): readonly FieldError[];
  validateUpdate?(change: Replacement, context: StrategyContext): readonly FieldError[];
  warningsOnCreate?(object: JsonObject, context: StrategyContext): readonly string[];
  warningsOnUpdate?(change: Replacement, context: StrategyContext): readonly string[];
  warningsOnDelete?(options: DeleteOptions): readonly string[];
  /** Normalizes an object after validation. */
  canonicalize?(object: JsonObject): void;
  /**
   * Returns the grace period of a deletion, given the requested one (undefined: none requested). Undefined: the object
   * is deleted immediately.
   */
  grace?(object: JsonObject, requestedSeconds: number | undefined): Grace | undefined;
  /** Throws if the preconditions of a deletion are not met, for resources with their own error text. */
  checkPreconditions?(live: JsonObject, preconditions: Preconditions): void;
  /** Returns the effective options of a deletion. */
  deletionOptions?(live: JsonObject, options: DeleteOptions): DeleteOptions;
  /**
   * Returns the object while its own finalizers hold back the deletion, as `spec.finalizers` of a namespace do.
   * Undefined: nothing holds it.
   */
  hold?(live: JsonObject, deletion: { readonly options: DeleteOptions; readonly now: number }): JsonObject | undefined;
  /** Called when an object that is being deleted has lost its last finalizer; false: something else still holds it. */
  mayGo?(change: Replacement): boolean;
  /** Time to live of an object, counted from its last write. */
  ttlSeconds?(object: JsonObject): number | undefined;
}
