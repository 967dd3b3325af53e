import type { Engine, EngineName } from './engine-of.ts'

/**
 * Engines and major versions of desktops that gave every answer alike, in every set-up, when `benchmarks/engine-agreement` was run
 * for this grammar: a test holds this list against the stored result. Their visitors are held to programs of the operator from the
 * first day; everybody else's engine earns that by agreeing.
 */
export const agreedEngines: Readonly<Partial<Record<EngineName, readonly number[]>>> = {
  Chromium: [153, 156],
  Firefox: [153],
}

/** Whether an engine is among those that were measured. A phone never is, as none was. */
export function isAgreed({ name, major, desktop }: Engine): boolean {
  return desktop && (agreedEngines[name]?.includes(major) ?? false)
}
