import type { DeleteOptions, JsonObject, Preconditions } from '../../apimachinery/meta/index.js';
import type { FieldError, NameRule } from '../../apimachinery/validation/index.js';
import type { FeatureGates } from '../feature-gates/index.js';
import type { UserInfo } from '../request-context.js';
import type { RequestInfo } from '../routing/index.js';

/** The part of a request that the store needs. */
export interface WriteContext {
  readonly namespace: string;
  readonly user: string;
  /** Unset for writes by the server itself. */
  readonly userInfo?: UserInfo;
  /** The request whose verb and resource authorize the write. Unset for writes by the server itself. */
  readonly info?: RequestInfo;
  readonly dryRun: boolean;
  /** Whether an object that is too large may be stored without its managed fields. Unset: no. */
  readonly mayDropManagedFields?: boolean;
  warn(message: string): void;
}

/** What strategies may use: a part of the request, and the server's feature gates. */
export interface StrategyContext extends Omit<WriteContext, 'warn'> {
  readonly features: FeatureGates;
}

/** Context of the preparation of an object, which may warn the client. */
export interface PreparationContext extends StrategyContext {
  warn(message: string): void;
}

/** Context of the validation of a new object. */
export interface ValidationContext extends StrategyContext {
  /**
   * Returns the errors of the metadata, validated as that of a new object. A strategy calls it where its kind reports
   * them. They are computed once, and reported in any case: the registry adds them if the strategy finds no error.
   */
  validateMetadata(): readonly FieldError[];
}

/**
 * Context of the validation of an update. The registry reports all metadata errors first; a strategy whose kind
 * validates metadata again calls the functions where it does.
 */
export interface UpdateValidationContext extends ValidationContext {
  /** Returns the errors of replacing the old metadata by the new one. */
  validateMetadataUpdate(): readonly FieldError[];
}

/** Two states of one object, both in the working version. */
export interface Replacement<Type = JsonObject> {
  readonly object: Type;
  readonly old: Type;
}

/** Grace period of a deletion; 0 deletes immediately. */
export interface Grace {
  readonly seconds: number;
}

/** A resource that an object has allocated, such as an IP address. */
export interface Reservation {
  /** Called after the object was stored: the allocation becomes permanent. */
  commit?(): void | Promise<void>;
  /** Called if the object was not stored. */
  rollback?(): void | Promise<void>;
}

/**
 * The resource-specific rules. Objects are in the working version, decoded, with defaults; `prepare…` functions modify
 * `object` in place and never `old`. Functions are optional.
 */
export interface Strategy<Type = JsonObject> {
  /** Valid names of objects. Unset: DNS subdomains. */
  readonly nameRule?: NameRule;
  /** Valid names where they depend on feature gates. Unset: `nameRule`. */
  readonly nameRuleWith?: (features: FeatureGates) => NameRule;
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
  readonly returnsDeletedObject?: boolean | 'unpublished';
  /** The only field that is validated against the schema, as upstream does for the status of custom resources. */
  readonly validatedField?: string;
  /** Paths, such as `status`, that `prepareForUpdate` resets: they cannot be owned through this endpoint. */
  readonly resetFields?: readonly string[];
  /** Those paths where they depend on feature gates. Unset: `resetFields`. */
  readonly resetFieldsWith?: (features: FeatureGates) => readonly string[];
  /**
   * Allocates what an object needs and sets it in the object, before preparation and validation. `old` is undefined for
   * a new object. Must not allocate permanently in a dry run.
   */
  reserve?(
    change: { readonly object: Type; readonly old: Type | undefined },
    context: StrategyContext,
  ): Promise<Reservation | undefined>;
  /** Called after an object was removed, to release its allocations. */
  afterDelete?(object: Type, context: StrategyContext): Promise<void>;
  /** Resets fields that clients may not set, such as status and generation. */
  prepareForCreate?(object: Type, context: PreparationContext): void;
  /** Resets fields that clients may not change through this endpoint. */
  prepareForUpdate?(change: Replacement<Type>, context: StrategyContext): void;
  /**
   * Returns the errors of what the user may not write, after preparation. They are reported before those of `validate`
   * and `validateUpdate`. `old` is undefined for a new object.
   */
  permissionErrors?(
    change: { readonly object: Type; readonly old: Type | undefined },
    context: StrategyContext,
  ): Promise<readonly FieldError[]>;
  /** May be called several times for one wide object: see `limitedErrors`. */
  validate?(object: Type, context: ValidationContext): readonly FieldError[];
  /** The same. */
  validateUpdate?(change: Replacement<Type>, context: UpdateValidationContext): readonly FieldError[];
  warningsOnCreate?(object: Type, context: StrategyContext): readonly string[];
  warningsOnUpdate?(change: Replacement<Type>, context: StrategyContext): readonly string[];
  warningsOnDelete?(options: DeleteOptions): readonly string[];
  /** Normalizes an object after validation. */
  canonicalize?(object: Type): void;
  /**
   * Returns the grace period of a deletion, given the requested one (undefined: none requested). Undefined: the object
   * is deleted immediately.
   */
  grace?(object: Type, requestedSeconds: number | undefined): Grace | undefined;
  /** Throws if the preconditions of a deletion are not met, for resources with their own error text. */
  checkPreconditions?(live: Type, preconditions: Preconditions): void;
  /** Throws if the object of this name must not be deleted. As upstream, not called for the objects of a collection. */
  checkDeletable?(name: string): void;
  /** Returns the effective options of a deletion. */
  deletionOptions?(live: Type, options: DeleteOptions): DeleteOptions;
  /**
   * Returns the object while its own finalizers hold back the deletion, as `spec.finalizers` of a namespace do.
   * Undefined: nothing holds it. As upstream, not called for the objects of a collection.
   */
  deferDeletion?(live: Type, deletion: { readonly options: DeleteOptions; readonly now: number }): Type | undefined;
  /** Called when an object that is being deleted has lost its last finalizer; false: something else still holds it. */
  shouldDeleteDuringUpdate?(change: Replacement<Type>): boolean;
  /** Time to live of an object, counted from its last write. */
  ttlSeconds?(object: Type): number | undefined;
}
