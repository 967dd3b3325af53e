import { createContext, use } from 'react'
import type { SettingsAnswer } from './save-section.server.ts'

interface SectionsState {
  /** What the service said last to each section, or what is held of one. */
  answers: Readonly<Record<string, SettingsAnswer>>
  /** Whether this person may change anything, now. */
  mayChange: boolean
}

const SectionsContext = createContext<SectionsState>({ answers: {}, mayChange: false })
export const SectionsProvider = SectionsContext.Provider

export function useSections(): SectionsState {
  return use(SectionsContext)
}
