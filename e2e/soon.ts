/**
 * For what comes sooner or later: patience costs nothing where all is well, and machines that do much else are slow. An
 * expectation that polls by itself looks ever more rarely, in the end once a second, and so notices late what it waits for. Each look
 * takes a few milliseconds of a core that another journey could have.
 */
export const soon = { timeout: 60_000, intervals: [40, 100] }
