import pc from 'picocolors';

/** How text is painted. */
export type Colors = ReturnType<typeof pc.createColors>;

/** For files, pipes and tests: gives every text back as it is. */
export const NO_COLORS: Colors = pc.createColors(false);
