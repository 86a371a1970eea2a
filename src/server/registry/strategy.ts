import type { DeleteOptions, JsonObject, Preconditions } from '../../apimachinery/meta/index.js';
import type { FieldError, NameRule } from '../../apimachinery/validation/index.js';
import type { UserInfo } from '../request-context.js';

/** What a strategy may want to know of the request. */
export interface StrategyContext {
  readonly namespace: string;
  readonly user: string;
  /** All that is known of the user; absent where the server writes for itself. */
  readonly userInfo?: UserInfo;
  readonly dryRun: boolean;
}

/** What the store learns of a request. */
export interface WriteContext extends StrategyContext {
  warn(message: string): void;
}

/** Two states of one object, both in the working version. */
export interface Replacement {
  readonly object: JsonObject;
  readonly old: JsonObject;
}

/** How long a deletion may take: 0 deletes at once. */
export interface Grace {
  readonly seconds: number;
}

/** Something that an object took from elsewhere, such as an address. */
export interface Reservation {
  /** The object is stored: it is its own now. */
  keep?(): void | Promise<void>;
  /** The object is not stored after all. */
  release(): void | Promise<void>;
}

/**
 * What a resource's own rules say of metadata, once more than what holds for all objects does: upstream names what is
 * wrong each time that it looks.
 */
export interface MetadataChecks {
  /** How often an update is checked as a new object is; not at all if absent. */
  readonly asNew?: number;
  /** How often it is checked as a change; once if absent. */
  readonly asChange?: number;
  /**
   * What comes first: what would be wrong with a new object, metadata and all, or what is wrong with the change, or all
   * that is wrong with the metadata. The first, if absent.
   */
  readonly order?: 'new first' | 'change first' | 'metadata first';
  /** What is wrong with a finalizer beyond its form. */
  readonly finalizerRule?: (name: string) => readonly string[];
}

/**
 * What is special about a resource. Objects are given in the working version, decoded, with defaults; `prepare…`
 * functions change `object` in place and never `old`. Functions that are absent have nothing to do.
 */
export interface Strategy {
  /** Which names objects may have; DNS subdomains if absent. */
  readonly nameRule?: NameRule;
  readonly metadataChecks?: MetadataChecks;
  /** Replacing an object that is absent, or the subresource that this is the strategy of, creates it. */
  readonly allowCreateOnUpdate?: boolean;
  /** Of a subresource: applying to it creates an object that is absent, as applying the object itself does. */
  readonly createsOnApply?: boolean;
  /** Objects may be replaced without a resourceVersion; true if absent. */
  readonly allowUnconditionalUpdate?: boolean;
  /**
   * What becomes of dependents where a deletion does not say; they are left to the garbage collector if absent.
   * `Unsupported`: objects have no dependents, whatever a deletion says.
   */
  readonly defaultPropagation?: 'Background' | 'Orphan' | 'Unsupported';
  /** A deletion is answered with the object as it last was, not with a Status. */
  readonly returnsDeletedObject?: boolean;
  /** The only field that the schema is held against, as upstream does with the status of custom resources. */
  readonly validatedField?: string;
  /** Fields, as paths such as `status`, that `prepareForUpdate` puts back: nobody can own them through this endpoint. */
  readonly resetFields?: readonly string[];
  /**
   * Takes what an object needs from elsewhere and puts it into the object, before it is prepared and validated. `old` is
   * undefined for a new one. Nothing may be taken for good in a dry run.
   */
  reserve?(
    change: { readonly object: JsonObject; readonly old: JsonObject | undefined },
    context: StrategyContext,
  ): Promise<Reservation | undefined>;
  /** Told what went, so that what it had taken is free again. */
  afterDelete?(object: JsonObject, context: StrategyContext): Promise<void>;
  /** Puts what clients may not set to its first value, such as status and generation. */
  prepareForCreate?(object: JsonObject, context: WriteContext): void;
  /** Puts back what clients may not change through this endpoint. */
  prepareForUpdate?(change: Replacement, context: StrategyContext): void;
  validate?(object: JsonObject, context: StrategyContext): readonly FieldError[];
  validateUpdate?(change: Replacement, context: StrategyContext): readonly FieldError[];
  warningsOnCreate?(object: JsonObject, context: StrategyContext): readonly string[];
  warningsOnUpdate?(change: Replacement, context: StrategyContext): readonly string[];
  warningsOnDelete?(options: DeleteOptions): readonly string[];
  /** The last word on the form of an object that is valid. */
  canonicalize?(object: JsonObject): void;
  /**
   * Objects that do not go at once: how long they get, given what the request asked for (undefined: nothing).
   * Undefined: this one goes at once after all.
   */
  grace?(object: JsonObject, requestedSeconds: number | undefined): Grace | undefined;
  /** Refuses, by throwing, a deletion that is not meant for the object as it is, where that is told in words of its own. */
  checkPreconditions?(live: JsonObject, preconditions: Preconditions): void;
  /** What more a deletion is about than its client says. */
  deletionOptions?(live: JsonObject, options: DeleteOptions): DeleteOptions;
  /**
   * Objects that something of their own holds back, as `spec.finalizers` does a namespace: the object as it is while it
   * waits. Undefined: nothing holds it.
   */
  hold?(live: JsonObject, deletion: { readonly options: DeleteOptions; readonly now: number }): JsonObject | undefined;
  /** An object that is being deleted has lost its last finalizer; false: something else still holds it. */
  mayGo?(change: Replacement): boolean;
  /** After how long an object goes by itself, counted from when it was last written. */
  ttlSeconds?(object: JsonObject): number | undefined;
}
