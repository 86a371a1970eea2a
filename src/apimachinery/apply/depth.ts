/**
 * How deeply values and field sets may be nested here. Nothing real comes near; what is deeper is refused instead of
 * running out of stack.
 */
export const maxDepth = 500;
