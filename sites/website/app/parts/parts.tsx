import type { ComponentType } from 'react'
import type { PartName } from './part-names.ts'

export { partNames, type PartName } from './part-names.ts'

/** What shows each part: a line for each, in the order of the alphabet. */
const parts: Partial<Record<PartName, ComponentType>> = {}

/** The interactive part of an article. It says what it has to say without script, too. */
export function Part({ name }: { name: PartName }) {
  const Shown = parts[name]
  return Shown === undefined ? null : <Shown />
}
